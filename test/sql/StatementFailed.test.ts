import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { query } from "../../src/sql/query.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

layer(TestDatabase.layer, { excludeTestServices: true })("A statement that PostgreSQL refuses", (it) => {
  it.effect("is reported by its SQLSTATE and constraint, and not by the values it was to store", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      yield* sql`CREATE TABLE birds (name text CONSTRAINT birds_once UNIQUE, age int CHECK (age > 0), born date)`
      yield* sql`INSERT INTO birds VALUES ('finch', 1, NULL)`
      for (const [statement, told] of [
        [sql`INSERT INTO birds VALUES (${"finch"}, 2, NULL)`, /SQLSTATE 23505, birds_once/],
        [sql`INSERT INTO birds VALUES (${"finch 2"}, -1, NULL)`, /SQLSTATE 23514, birds_age_check/],
        [sql`SELECT ${"finch"}::text::uuid`, /a value was rejected \(SQLSTATE 22P02\)/],
        [sql`SELECT ${"finch"}::text::date`, /a value was rejected \(SQLSTATE 22007\)/],
        [sql`SELECT ${'{"finch": '}::text::json`, /a value was rejected \(SQLSTATE 22P02\)/]
      ] as const) {
        const exit = yield* Effect.exit(query(statement))
        const logged = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : assert.fail()
        assert.match(logged, told)
        assert.notInclude(logged, "finch", logged)
      }
    })
  )
})
