import { Effect } from "effect"
import { freePort } from "../../src/runtime/freePort.ts"
import { callApi } from "../callApi.ts"
import { percentile } from "../Figure.ts"
import { type Acknowledged, flow } from "./flow.ts"
import { makeBrand, subscribe } from "./Site.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const endpoints = 1_000
const dead = 100
const perSecond = 400
/** How the dead endpoints behave: refuse connections, never answer, return 500, send a byte a second, send an endless body. */
const deaths = ["refuse", "hang", "error", "drip", "flood"]
/** What a thousand endpoints notice when a hundred of them fail. */
export const isolation: WebhookMeasurement = {
  name: "isolation",
  about: "G9: a thousand endpoints of which a hundred are dead, at 400 events/s",
  measure: Effect.fnUntraced(function* (site, { seconds }) {
    const node = yield* site.startNode()
    const made = yield* Effect.forEach(
      Array.from({ length: endpoints }),
      (_, n) =>
        Effect.gen(function* () {
          const brandId = yield* makeBrand(node, `Endpoint ${n}`)
          return { brandId, webhookId: yield* subscribe(node, brandId, site.receivers.url("ok", n)) }
        }),
      { concurrency: 16 }
    )
    const healthy = made.slice(dead)
    const refused = `http://127.0.0.1:${yield* freePort("127.0.0.1")}/`
    const run = Effect.fnUntraced(function* (brands: typeof made) {
      const brandIds = brands.map(({ brandId }) => brandId)
      const acknowledged = yield* flow({ targets: () => [node], brandIds, perSecond, seconds })
      yield* Effect.sleep("3 seconds")
      return late(acknowledged, yield* site.receivers.take)
    })
    yield* run(healthy)
    const before = yield* run(healthy)
    yield* Effect.forEach(
      made.slice(0, dead),
      ({ brandId, webhookId }, n) => {
        const kind = deaths[n % deaths.length] ?? "hang"
        const url = kind === "refuse" ? refused : site.receivers.url(kind, n)
        return callApi(node, "PATCH", `/v1/brands/${brandId}/webhooks/${webhookId}`, { url })
      },
      { concurrency: 16 }
    )
    yield* run(made)
    const after = yield* run(made)
    const [p99Before, p99After] = [percentile(before, 0.99), percentile(after, 0.99)]
    return [
      { label: "p99 of healthy endpoints from the answer on, none dead", value: p99Before, unit: "ms" },
      { label: "the same, a hundred dead", value: p99After, unit: "ms", must: { atMost: 50 } },
      { label: "the one against the other", value: p99After / p99Before, unit: "×", must: { atMost: 2 } }
    ]
  })
}

const late = (acknowledged: Acknowledged, arrivals: ReadonlyArray<{ readonly at: number; readonly ticket: string }>) =>
  arrivals.flatMap(({ at, ticket }) => {
    const asked = acknowledged.get(ticket)
    return asked === undefined ? [] : [Math.max(0, at - asked.answered)]
  })
