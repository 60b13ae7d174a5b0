import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { EndpointSettings } from "../../../src/webhooks/DeliveryQueue.ts"
import { Endpoint } from "../../../src/webhooks/dispatcher/Endpoint.ts"

const settings = (more: Partial<EndpointSettings> = {}): EndpointSettings => ({
  webhookId: "w",
  tenantId: "t",
  brandId: "b",
  url: "https://acme.example/",
  events: ["*"],
  enabled: true,
  maxInFlight: 8,
  ratePerSecond: null,
  version: 1,
  failures: 0,
  failingFor: undefined,
  gatedFor: 0,
  secrets: [Redacted.make("the new secret"), Redacted.make("the old secret")],
  rotatedIn: 1_000,
  ...more
})

/** An entry that no one reads. */
const entry: Endpoint["entry"] = {
  change: () => Effect.void,
  active: Effect.void,
  carried: () => Effect.void,
  backlog: () => Effect.void,
  status: Effect.die("nobody looks"),
  remove: Effect.void
}

/** Number of secrets that sign at a given time. */
const signing = (endpoint: Endpoint, now: number) =>
  endpoint.signingKeys(now)?.filter((key) => key !== undefined).length ?? 0

describe("an endpoint", () => {
  it("also signs with the old secret until the rotation ends, and then with the new one only", () => {
    const endpoint = new Endpoint(settings(), entry, 500)
    assert.deepStrictEqual(
      [500, 1_499, 1_500, 9_000].map((now) => signing(endpoint, now)),
      [2, 2, 1, 1]
    )
    assert.strictEqual(endpoint.signingKeys(1_499)?.[0], endpoint.signingKeys(1_500)?.[0])
    endpoint.change(settings({ rotatedIn: 2_000 }), 9_000)
    assert.deepStrictEqual([signing(endpoint, 10_999), signing(endpoint, 11_000)], [2, 1])
  })

  it("keeps its record when its settings change, unless someone has enabled it again", () => {
    const endpoint = new Endpoint(settings({ failures: 7, failingFor: 60_000, gatedFor: 5_000 }), entry, 0)
    const { state } = endpoint
    endpoint.change(settings({ failures: 7, url: "https://other.example/" }), 100)
    assert.strictEqual(endpoint.url.host, "other.example")
    assert.deepStrictEqual(endpoint.state, state)
    endpoint.change(settings(), 200)
    assert.deepInclude(endpoint.state, { failures: 0, gateUntil: 0 })
  })
})
