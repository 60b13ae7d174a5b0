import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { bareSite } from "../support/bareSite.ts"

const lines: Array<Readonly<Record<string, unknown>>> = []

const Site = bareSite(HttpRouter.add("GET", "/v1/health", HttpServerResponse.text("well"))).pipe(
  Layer.provide(
    Logger.layer([
      Logger.make(({ fiber, message }) => {
        if (String(message) === "request") lines.push(fiber.getRef(References.CurrentLogAnnotations))
      })
    ])
  )
)

layer(Site)("The access log", (it) => {
  it.effect("has a line per request, for refused ones twenty a second, and counts those left out", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const origin = `http://127.0.0.1:${"port" in address ? address.port : 0}`
      const ask = (path: string, times: number) =>
        Effect.promise(async () => {
          for (let n = 0; n < times; n++) await (await fetch(origin + path)).text()
        })
      yield* ask("/v1/health", 30)
      assert.deepStrictEqual(
        lines.splice(0).map(({ status }) => status),
        Array(30).fill(200)
      )

      yield* ask("/v1/nowhere/what-a-stranger-wrote?and=asked", 25)
      yield* TestClock.adjust("1 second")
      yield* ask("/v1/nowhere", 1)
      yield* ask("/v1/health", 1)
      const refused = lines.splice(0)
      assert.deepStrictEqual(
        refused.map(({ status, unlogged }) => [status, unlogged]),
        [...Array(20).fill([404, undefined]), [404, 5], [200, undefined]]
      )
      assert.notMatch(JSON.stringify(refused), /stranger|asked/)
    })
  )
})
