import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Logger, References } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/sql/Database.ts"
import { bareSite } from "../support/bareSite.ts"
import { cuttableDatabase } from "../support/cuttableDatabase.ts"
import { HttpSite, site } from "../support/HttpSite.ts"

class Wire extends Context.Service<Wire, Effect.Success<typeof cuttableDatabase>>()("trunkline/test/Wire") {}

const WireLive = Layer.effect(Wire, Effect.orDie(cuttableDatabase))
const Cuttable = Layer.effectContext(
  Effect.gen(function* () {
    const { url } = yield* Wire
    const database = yield* Effect.orDie(Database.make({ url, poolSize: 4 }))
    return Context.make(Database.Database, database).pipe(
      Context.add(SqlClient.SqlClient, database.system),
      Context.add(PgClient.PgClient, database.system)
    )
  })
)

layer(
  Layer.unwrap(
    Effect.map(Wire, (wire) =>
      Layer.merge(site({ database: Layer.provide(Cuttable, Layer.succeed(Wire, wire)) }), Layer.succeed(Wire, wire))
    )
  ).pipe(Layer.provide(WireLive)),
  { excludeTestServices: true }
)("With the database away", (it) => {
  it.effect("answers 503 with Retry-After, stays up, and recovers by itself", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { cut, mend } = yield* Wire
      assert.strictEqual((yield* ask("GET", "/v1/brands")).status, 200)
      yield* cut
      for (const [method, path, body] of [
        ["GET", "/v1/brands", undefined],
        ["GET", "/v1/tickets", undefined],
        ["POST", "/v1/brands", { name: "Later" }],
        ["POST", "/v1/accounts/me/api-keys", { name: "Later" }]
      ] as const) {
        const answer = yield* ask(method, path, { body })
        assert.include([503], answer.status, `${method} ${path}: ${answer.text}`)
        assert.include(["unavailable", "timeout"], answer.json.code)
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]/)
      }
      assert.strictEqual((yield* ask("GET", "/health")).status, 200)
      yield* mend
      yield* Effect.repeat(ask("GET", "/v1/brands"), { until: ({ status }) => status === 200 })
    })
  )
})

const lines: Array<unknown> = []

/** A server whose only route is broken. */
const Broken = bareSite(
  HttpRouter.add("GET", "/v1/broken", Effect.die(new Error("password hunter2 in /etc/secret.ts")))
).pipe(
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
  Layer.provide(Logger.layer([Logger.make(({ message }) => void lines.push(message))]))
)

layer(Broken, { excludeTestServices: true })("A defect", (it) => {
  it.effect("is answered with only the request id, and logged once", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const port = "port" in address ? address.port : 0
      const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/v1/broken`))
      const text = yield* Effect.promise(() => response.text())
      assert.strictEqual(response.status, 500)
      assert.include(JSON.parse(text), { code: "internal", requestId: response.headers.get("x-request-id") })
      assert.notMatch(text, /hunter2|secret|\.ts|Error:/)
      assert.lengthOf(lines, 1)
    })
  )
})
