import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, References } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { bytesInHand } from "../../src/http/BytesInHand.ts"
import { bareSite } from "../support/bareSite.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

/** Requests in progress, and what they wait for. */
class Slow extends Context.Service<
  Slow,
  { readonly came: Array<Deferred.Deferred<void>>; readonly go: Deferred.Deferred<void> }
>()("trunkline/test/Slow") {}

const Waiting = Layer.sync(Slow, () => ({
  came: [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()],
  go: Deferred.makeUnsafe<void>()
}))

const Routes = Layer.mergeAll(
  HttpRouter.add("GET", "/v1/health", HttpServerResponse.text("well")),
  HttpRouter.add("GET", "/v1/ready", HttpServerResponse.text("well")),
  HttpRouter.add("GET", "/v1/metrics", HttpServerResponse.text("well")),
  HttpRouter.use((router) =>
    Slow.use(({ came, go }) => {
      let next = 0
      return router.add(
        "GET",
        "/v1/slow",
        Effect.suspend(() => {
          const heard = came[next++]
          return Effect.as(
            Effect.andThen(heard === undefined ? Effect.void : Deferred.succeed(heard, undefined), Deferred.await(go)),
            HttpServerResponse.text("done")
          )
        })
      )
    })
  )
)

/** A server of four connections, two of which are reserved for health checks. */
const Small = bareSite(Routes, { maxConnections: 4, reservedConnections: 2 }).pipe(
  Layer.provideMerge(Waiting),
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
)

layer(Small, { excludeTestServices: true })("With all connections busy", (it) => {
  it.effect("answers health checks, and everything else with 503", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const { came, go } = yield* Slow
      const origin = `http://127.0.0.1:${"port" in address ? address.port : 0}`
      const ask = (path: string) =>
        Effect.promise(() => fetch(`${origin}${path}`, { headers: { connection: "close" } }))
      const slow = yield* Effect.forkChild(Effect.all([ask("/v1/slow"), ask("/v1/slow")], { concurrency: 2 }))
      yield* Effect.forEach(came, Deferred.await)

      const refused = yield* ask("/v1/slow")
      assert.strictEqual(refused.status, 503)
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.include(yield* Effect.promise(() => refused.json()), { code: "unavailable" })
      for (const path of ["/health", "/ready", "/metrics", "/v1/health", "/v1/ready", "/v1/metrics"])
        assert.strictEqual((yield* ask(path)).status, 200, path)

      yield* Deferred.succeed(go, undefined)
      for (const { status } of yield* Fiber.join(slow)) assert.strictEqual(status, 200)
      assert.strictEqual((yield* ask("/v1/slow")).status, 200)
    })
  )
})

layer(site(), { excludeTestServices: true })("With large bodies in memory", (it) => {
  it.effect("refuses further ones with 503, sends no large responses except to commands, and recovers", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      const path = `/v1/brands/${brand.id}/tickets`
      const open = (body: string, headers = {}) =>
        ask("POST", path, { body: { title: "Long", customerEmail: "ada@north.example", body }, headers })
      const large = "word ".repeat(20_000)
      const ticket = yield* open(large)
      assert.strictEqual(ticket.status, 201)

      const response = new EventEmitter()
      // Only the end of the response is used.
      const somebody = { caller: "somebody", account: "somebody" }
      assert.isTrue(bytesInHand.hold(48 * 1024 * 1024, somebody, response as ServerResponse))
      const reads = [path, `${path}/${ticket.json.id}`]
      for (const refused of [yield* open(large), ...(yield* Effect.forEach(reads, (read) => ask("GET", read)))]) {
        assert.deepInclude(refused.json, { status: 503, code: "unavailable" })
        assert.strictEqual(refused.headers.get("retry-after"), "1")
      }
      assert.strictEqual((yield* open("short")).status, 201)
      const changed = yield* ask("PATCH", `${path}/${ticket.json.id}`, { body: { priority: "high" } })
      assert.strictEqual(changed.status, 200)
      assert.strictEqual(changed.json.body, large)

      response.emit("close")
      assert.strictEqual((yield* open(large)).status, 201)
      for (const read of reads) assert.strictEqual((yield* ask("GET", read)).status, 200)
    })
  )
})
