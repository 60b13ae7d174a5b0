import { createServer, type IncomingMessage } from "node:http"
import { assert, it } from "@effect/vitest"
import { Effect, Option, References } from "effect"
import * as Telemetry from "../../src/runtime/Telemetry.ts"

/** A collector on a free port, and what was posted to it. */
const collector = Effect.acquireRelease(
  Effect.callback<{
    readonly url: URL
    readonly posts: Array<{ path: string; body: string }>
    readonly close: () => void
  }>((resume) => {
    const posts: Array<{ path: string; body: string }> = []
    const read = async (request: IncomingMessage) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      posts.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString() })
    }
    const server = createServer((request, response) => void read(request).then(() => response.end("{}")))
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ url: new URL(`http://127.0.0.1:${port}`), posts, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

it.live("sends the spans of the work to the collector, the last ones when it closes", () =>
  Effect.gen(function* () {
    const { posts, url } = yield* collector
    const telemetry = Telemetry.layer({ level: "info", format: "json", otlpEndpoint: Option.some(url) })
    yield* Effect.void.pipe(Effect.withSpan("tickets.create"), Effect.provide(telemetry))
    assert.deepStrictEqual(
      posts.map(({ path }) => path),
      ["/v1/traces"]
    )
    assert.include(posts[0]?.body, "tickets.create")
    assert.include(posts[0]?.body, "trunkline")
  })
)

it.effect("makes no spans without a collector", () =>
  Effect.gen(function* () {
    assert.isFalse(yield* References.TracerEnabled)
  }).pipe(Effect.provide(Telemetry.layer({ level: "info", format: "json", otlpEndpoint: Option.none() })))
)

it.effect("logs nothing below the level that was asked for", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* References.MinimumLogLevel, "Warn")
  }).pipe(Effect.provide(Telemetry.layer({ level: "warn", format: "json", otlpEndpoint: Option.none() })))
)
