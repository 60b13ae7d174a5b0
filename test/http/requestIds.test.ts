import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"

const lines: Array<Readonly<Record<string, unknown>>> = []
const logging = Layer.merge(
  Logger.layer([Logger.make(({ fiber }) => void lines.push(fiber.getRef(References.CurrentLogAnnotations)))]),
  Layer.succeed(References.MinimumLogLevel, "Info")
)

layer(site({ logging }), { excludeTestServices: true })("The id of a request", (it) => {
  it.effect("is ours, and the same in the header, in the problem and in the log", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const [path, status] of [
        ["/v1/nowhere", 404],
        ["/v1/tickets?limit=none", 400],
        ["/v1/brands", 200]
      ] as const) {
        const { headers, json } = yield* ask("GET", path)
        const requestId = headers.get("x-request-id")
        assert.match(requestId ?? "", /^req_[0-7][0-9a-z]{25}$/)
        if (status !== 200) assert.strictEqual(json.requestId, requestId)
        assert.deepEqual(
          lines.filter((line) => line["requestId"] === requestId).map((line) => line["status"]),
          [status]
        )
      }
    })
  )

  it.effect("is logged beside the client's own, if that cannot mislead readers of the log", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const [given, logged] of [
        ["order-17_b", "order-17_b"],
        ["x".repeat(64), "x".repeat(64)],
        ["x".repeat(65), undefined],
        ["order 17", undefined],
        ["a\tb", undefined],
        ['"}', undefined]
      ] as const) {
        const { headers } = yield* ask("GET", "/v1/brands", { headers: { "x-request-id": given } })
        const line = lines.find(({ requestId }) => requestId === headers.get("x-request-id"))
        assert.isDefined(line, given)
        assert.strictEqual(line?.["clientRequestId"], logged, given)
        assert.notStrictEqual(headers.get("x-request-id"), given)
      }
    })
  )
})
