import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { complete, load, type Migration, migrate } from "../../src/sql/Migrations.ts"
import { alterDatabase, emptyDatabase } from "../support/TestDatabase.ts"

const step = (id: number, name: string, ...statements: ReadonlyArray<string>) => stepFor(id, id, name, ...statements)

/** A step during which code that knows `oldestCode` may keep serving. */
const stepFor = (oldestCode: number, id: number, name: string, ...statements: ReadonlyArray<string>): Migration => ({
  id,
  name,
  checksum: `checksum of ${name}`,
  step: Effect.succeed({
    oldestCode,
    run: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const statement of statements) yield* sql.unsafe(statement)
    })
  })
})

const names = (ran: ReadonlyArray<Migration>) => ran.map(({ name }) => name)

describe("Migrations", () => {
  it.live("run in order, each once", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const first = step(1, "first", "CREATE TABLE a (id int)")
      const second = step(2, "second", "ALTER TABLE a ADD COLUMN b int")
      assert.deepStrictEqual(names(yield* migrate(url, [first])), ["first"])
      assert.deepStrictEqual(names(yield* migrate(url, [first, second])), ["second"])
      assert.deepStrictEqual(names(yield* migrate(url, [first, second])), [])
      assert.deepStrictEqual(yield* sql`SELECT id, name FROM migrations ORDER BY id`, [
        { id: 1, name: "first" },
        { id: 2, name: "second" }
      ])
    })
  )

  it.live("of many nodes that start at once run once in total", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const steps = [
        step(1, "table", "CREATE TABLE runs (name text)", "INSERT INTO runs VALUES ('table')"),
        step(2, "slow", "INSERT INTO runs SELECT 'slow' FROM pg_sleep(0.05)")
      ]
      const ran = yield* Effect.all(
        Array.from({ length: 8 }, () => migrate(url, steps)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(names(ran.flat()), ["table", "slow"])
      assert.deepStrictEqual(yield* sql`SELECT name FROM runs`, [{ name: "table" }, { name: "slow" }])
    })
  )

  it.live("take the time they need, however short the limit that the database sets for all sessions", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      yield* alterDatabase(sql, {
        statement_timeout: "1ms",
        lock_timeout: "1ms",
        idle_in_transaction_session_timeout: "1ms"
      })
      const slow = step(1, "slow", "SELECT pg_sleep(0.05)")
      const ran = yield* Effect.all([migrate(url, [slow]), migrate(url, [slow])], { concurrency: "unbounded" })
      assert.deepStrictEqual(names(ran.flat()), ["slow"])
    })
  )

  it.live("take the time they need, even where PostgreSQL can time out whole transactions", (context) =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const known = yield* sql`SELECT WHERE current_setting('transaction_timeout', true) IS NOT NULL`
      if (known.length === 0) return context.skip("it is older than PostgreSQL 17")
      yield* alterDatabase(sql, { transaction_timeout: "1h" })
      yield* migrate(url, [
        step(1, "told", "CREATE TABLE told AS SELECT current_setting('transaction_timeout') AS allowed")
      ])
      assert.deepStrictEqual(yield* sql`SELECT * FROM told`, [{ allowed: "0" }])
    })
  )

  it.live("that fail leave nothing behind, keep those before them, and continue where they stopped", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const first = step(1, "first", "CREATE TABLE a (id int)")
      const broken = step(2, "second", "CREATE TABLE b (id int)", "CREATE TABLE a (id int)")
      assert.strictEqual(
        (yield* Effect.flip(migrate(url, [first, broken]))).message,
        'Migration 2 (second) failed and was rolled back (relation "a" already exists (SQLSTATE 42P07)): fix that and start again, or go back to the previous version, and to the backup if earlier migrations keep that version from starting.'
      )
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('a') IS NOT NULL AS a, to_regclass('b') IS NOT NULL AS b`, [
        { a: true, b: false }
      ])
      assert.deepStrictEqual(names(yield* migrate(url, [first, step(2, "second", "CREATE TABLE b (id int)")])), [
        "second"
      ])
    })
  )

  it.live("whose connection is killed are run again by the next start", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const kill = step(1, "killed", "CREATE TABLE a (id int)", "SELECT pg_terminate_backend(pg_backend_pid())")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(migrate(url, [kill]))))
      assert.deepStrictEqual(names(yield* migrate(url, [step(1, "killed", "CREATE TABLE a (id int)")])), ["killed"])
      assert.strictEqual((yield* sql`SELECT FROM a`).length, 0)
    })
  )

  it.live("refuse a database that a newer version has migrated", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      const [first, second] = [step(1, "first"), step(2, "second")]
      yield* migrate(url, [first, second])
      const error = yield* Effect.flip(migrate(url, [first]))
      assert.strictEqual(
        error.message,
        "The database is at migration 2, but this version of Trunkline knows only 1: start the newer version that migrated it, or point DATABASE_URL (or DATA_DIR) at another database."
      )
    })
  )

  it.live("let code serve that does not know the newest of them, until one requires newer code", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const first = step(1, "first", "CREATE TABLE a (id int)")
      const expanding = stepFor(1, 2, "expanding", "ALTER TABLE a ADD COLUMN b int")
      const contracting = stepFor(2, 3, "contracting", "ALTER TABLE a DROP COLUMN id")
      yield* migrate(url, [first, expanding])
      assert.deepStrictEqual(names(yield* migrate(url, [first])), [])
      yield* complete(sql, [first])

      yield* migrate(url, [first, expanding, contracting])
      assert.strictEqual((yield* Effect.flip(migrate(url, [first])))._tag, "DatabaseTooNew")
      assert.strictEqual((yield* Effect.flip(complete(sql, [first])))._tag, "DatabaseTooNew")
      assert.deepStrictEqual(names(yield* migrate(url, [first, expanding])), [])
      yield* complete(sql, [first, expanding])
    })
  )

  it.live("from versions that could not declare this bar code that does not know them", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const [first, second] = [step(1, "first"), step(2, "second")]
      yield* migrate(url, [first, second])
      yield* sql`ALTER TABLE migrations DROP COLUMN oldest_code`
      assert.strictEqual((yield* Effect.flip(migrate(url, [first])))._tag, "DatabaseTooNew")
      yield* complete(sql, [first, second])
    })
  )

  it.live("wait for transactions on a table, and let those pass that arrive meanwhile", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* emptyDatabase
      const first = step(1, "first", "CREATE TABLE a (id int)")
      yield* migrate(url, [first])
      const [working, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const worker = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
      const work = yield* Effect.forkChild(
        worker`INSERT INTO a VALUES (1)`.pipe(
          Effect.andThen(Deferred.succeed(working, undefined)),
          Effect.andThen(Deferred.await(done)),
          worker.withTransaction
        )
      )
      yield* Deferred.await(working)
      const migrated = yield* Effect.forkChild(
        migrate(url, [first, step(2, "second", "ALTER TABLE a ADD COLUMN b int")])
      )
      const waits = sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'trunkline migrations' AND wait_event_type = 'Lock'`
      yield* Effect.repeat(waits, { until: (rows) => rows.length > 0 })
      assert.strictEqual((yield* sql`SELECT FROM a`).length, 0)
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(work)
      assert.deepStrictEqual(names(yield* Fiber.join(migrated)), ["second"])
    })
  )

  it.live("of the product are numbered without gaps, and are all applied to the template that tests clone", () =>
    Effect.gen(function* () {
      const migrations = yield* load()
      assert.deepStrictEqual(
        migrations.map(({ id }) => id),
        migrations.map((_, index) => index + 1)
      )
      assert.deepStrictEqual(yield* migrate(Redacted.make(inject("templateUrl")), migrations), [])
    })
  )
})
