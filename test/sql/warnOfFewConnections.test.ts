import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { emptyDatabase } from "../support/TestDatabase.ts"

it.live("A start warns if the database allows fewer connections than the node opens under load", () =>
  Effect.gen(function* () {
    const { sql, url } = yield* emptyDatabase
    yield* sql`ALTER DATABASE ${sql(new URL(Redacted.value(url)).pathname.slice(1))} CONNECTION LIMIT 20`
    const told = Effect.fnUntraced(function* (poolSize: number) {
      const said: Array<string> = []
      yield* Layer.build(Database.layer({ databaseUrl: Option.some(url), dataDir: "/nowhere", poolSize })).pipe(
        Effect.scoped,
        Effect.provide(Logger.layer([Logger.make(({ message }) => void said.push(String(message)))]))
      )
      return said.filter((text) => text.includes("connections"))
    })
    assert.deepStrictEqual(yield* told(5), [])
    assert.deepStrictEqual(yield* told(10), [
      "The database allows 20 connections, and this node opens up to 29: under load, requests will get 503. Set DATABASE_POOL to less, or allow more (max_connections, or the limit of the user or the database)."
    ])
  })
)
