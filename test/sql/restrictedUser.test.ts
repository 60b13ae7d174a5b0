import { randomBytes } from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import * as Database from "../../src/sql/Database.ts"
import { load, migrate } from "../../src/sql/Migrations.ts"
import { transaction } from "../../src/sql/transaction.ts"

const acme = { id: "01890000-0000-7000-8000-000000000001" }
const umbrella = { id: "01890000-0000-7000-8000-000000000002" }

/** A database whose owner may neither make roles nor bypass anything, as hosters hand them out: its URI. */
const hostedDatabase = Effect.gen(function* () {
  const url = new URL(inject("templateUrl"))
  url.pathname = "postgres"
  const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href) }).pipe(Effect.provide(Reactivity.layer))
  const name = `hosted_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(sql`CREATE ROLE ${sql(name)} LOGIN PASSWORD 'hosted'`, () =>
    Effect.orDie(sql`DROP ROLE ${sql(name)}`)
  )
  yield* Effect.acquireRelease(sql`CREATE DATABASE ${sql(name)} OWNER ${sql(name)}`, () =>
    Effect.orDie(sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)
  )
  url.pathname = name
  url.username = name
  url.password = "hosted"
  return Redacted.make(url.href)
})

it.live("A user who may not make roles gets every table, and is bound by row-level security all the same", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase
    yield* migrate(url, yield* load())
    const database = yield* Database.make({ url, poolSize: 2 })
    const { reads, system, writes } = database
    yield* system`CREATE TABLE notes (tenant_id uuid NOT NULL, text text)`
    yield* system`SELECT trunkline_enable_rls('notes')`
    yield* system`INSERT INTO notes VALUES (${acme.id}, 'a'), (${umbrella.id}, 'b')`

    assert.strictEqual((yield* system`SELECT * FROM notes`).length, 2)
    assert.strictEqual((yield* reads`SELECT * FROM notes`).length, 0)
    assert.deepStrictEqual(yield* transaction(database, acme)(writes`SELECT text FROM notes`), [{ text: "a" }])
    const stolen = transaction(database, acme)(writes`INSERT INTO notes VALUES (${umbrella.id}, 'c')`)
    assert.include(String(yield* Effect.catchDefect(stolen, Effect.succeed)), "SQLSTATE 42501")
  })
)
