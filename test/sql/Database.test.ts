import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Result, Schedule, Tracer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Database, make } from "../../src/sql/Database.ts"
import * as EmbeddedPostgres from "../../src/sql/EmbeddedPostgres.ts"
import { query } from "../../src/sql/query.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

layer(TestDatabase.layer)("Database", (it) => {
  it.effect("returns bigint columns as numbers, and as bigints beyond 2^53", () =>
    Effect.gen(function* () {
      const { reads } = yield* Database
      const [row] =
        yield* reads`SELECT 42::bigint AS small, 9007199254740993::bigint AS large, ARRAY[1, 2]::bigint[] AS many`
      assert.deepStrictEqual(row, { small: 42, large: 9007199254740993n, many: [1, 2] })
    })
  )

  it.effect("sets time limits in every session: 5 s per statement for requests, 60 s for background work", () =>
    Effect.gen(function* () {
      const { commits, reads, system, writes } = yield* Database
      const limits = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle`
      const ofRequests = { statement: "5s", lock: "2s", idle: "10s" }
      assert.deepStrictEqual(yield* reads.unsafe(limits), [ofRequests])
      assert.deepStrictEqual(yield* writes.unsafe(limits), [ofRequests])
      const { rows } = yield* commits.use((connection) => connection.query(limits))
      assert.deepStrictEqual(rows, [ofRequests])
      assert.deepStrictEqual(yield* system.unsafe(limits), [{ ...ofRequests, statement: "1min" }])
    })
  )

  it.effect("names the database and its host in traces", () =>
    Effect.gen(function* () {
      const { reads, system, writes } = yield* Database
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const ask = (sql: SqlClient.SqlClient) =>
        sql<{ name: string; port: number }>`SELECT current_database() AS name, current_setting('port')::int AS port`
      for (const sql of [reads, writes, system]) {
        const [asked] = yield* Effect.withTracer(ask(sql), tracer)
        const { attributes } = spans.at(-1) ?? assert.fail("no span")
        assert.deepStrictEqual(attributes.get("db.namespace"), asked?.name)
        assert.deepStrictEqual(attributes.get("server.port"), asked?.port)
      }
    })
  )

  it.effect("requests durable commits in every session, whatever the server's default", () =>
    Effect.gen(function* () {
      const { commits, reads, system, writes } = yield* Database
      const asked =
        "SELECT current_setting('synchronous_commit') AS commit, (SELECT source FROM pg_settings WHERE name = 'synchronous_commit') AS source"
      const { rows } = yield* commits.use((connection) => connection.query(asked))
      for (const answer of [yield* reads.unsafe(asked), yield* writes.unsafe(asked), yield* system.unsafe(asked), rows])
        assert.deepStrictEqual(answer, [{ commit: "on", source: "client" }])
    })
  )

  it.effect("uses its own settings in every session, whatever the database has set for all", () =>
    Effect.gen(function* () {
      const { commits, reads, system, writes } = yield* Database
      const since17 = yield* system`SELECT WHERE current_setting('transaction_timeout', true) IS NOT NULL`
      const own = {
        ...(since17.length === 0 ? {} : { transaction_timeout: "0" }),
        default_transaction_isolation: "read committed",
        idle_session_timeout: "0",
        row_security: "on",
        standard_conforming_strings: "on"
      }
      yield* TestDatabase.alterDatabase(system, {
        ...(since17.length === 0 ? {} : { transaction_timeout: "1min" }),
        default_transaction_isolation: "serializable",
        idle_session_timeout: "1min",
        row_security: "off",
        standard_conforming_strings: "off"
      })
      const asked = `SELECT ${Object.keys(own).map((name) => `current_setting('${name}') AS ${name}`)}`
      const { rows } = yield* commits.use((connection) => connection.query(asked))
      for (const answer of [yield* reads.unsafe(asked), yield* writes.unsafe(asked), yield* system.unsafe(asked), rows])
        assert.deepStrictEqual(answer, [own])
    }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer)))
  )

  it.effect("resumes writing by itself once a database is no longer read-only, however busy its connections are", () =>
    Effect.gen(function* () {
      const { commits, system, writes } = yield* Database
      // This connection was opened before, and writes all the time.
      const isReadOnly = (state: "off" | "on") =>
        TestDatabase.alterDatabase(system, { default_transaction_read_only: state })
      const asked = `SELECT current_setting('transaction_read_only') AS is`
      const states = Effect.all([
        Effect.map(writes.unsafe<{ is: string }>(asked), ([found]) => found?.is),
        Effect.map(
          commits.use((connection) => connection.query(asked)),
          ({ rows }) => rows[0]?.["is"]
        )
      ])
      yield* isReadOnly("on")
      assert.deepStrictEqual(yield* states, ["on", "on"])
      yield* isReadOnly("off")
      assert.deepStrictEqual(yield* states, ["on", "on"])
      for (let half = 0; half < 10; half++) {
        yield* TestClock.adjust("30 seconds")
        yield* states
      }
      assert.deepStrictEqual(yield* states, ["off", "off"])
    }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer)))
  )
})

/** A server of its own, and functions that restart it as a standby, as after a failover to another one. */
const degradable = Effect.gen(function* () {
  const dataDir = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "standby-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  chmodSync(dataDir, 0o711)
  yield* TestDatabase.copyMigrated(dataDir)
  const url = yield* EmbeddedPostgres.start({ dataDir, durable: false })
  const client = PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
  const degrade = Effect.gen(function* () {
    writeFileSync(join(dataDir, "postgres", "standby.signal"), "")
    process.kill(Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10), "SIGINT")
    yield* client.pipe(
      Effect.flatMap((sql) => sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`),
      Effect.filterOrFail(([row]) => row?.is === true),
      Effect.scoped,
      Effect.retry(Schedule.spaced("50 millis"))
    )
  })
  const promote = Effect.scoped(Effect.flatMap(client, (sql) => sql`SELECT pg_promote()`))
  return { url, degrade, promote }
})

it.live("A standby is not used, since its data may be old; once it is promoted it is used, at once", () =>
  Effect.gen(function* () {
    const { degrade, promote, url } = yield* degradable
    const { commits, reads, system, writes } = yield* make({ url, poolSize: 2 })
    const asked = "SELECT 1 AS one"
    const answers = Effect.forEach(
      [
        reads.unsafe(asked),
        writes.unsafe(asked),
        system.unsafe(asked),
        Effect.map(
          commits.use((connection) => connection.query(asked)),
          ({ rows }) => rows
        )
      ],
      (statement) =>
        Effect.map(Effect.result(query(statement)), (result) =>
          Result.isSuccess(result) ? result.success : result.failure.reason
        )
    )
    const one = [{ one: 1 }]
    assert.deepStrictEqual(yield* answers, [one, one, one, one])
    yield* degrade
    assert.deepStrictEqual(yield* answers, ["unreachable", "unreachable", "unreachable", "unreachable"])
    yield* promote
    assert.deepStrictEqual(yield* answers, [one, one, one, one])
  }).pipe(Effect.scoped)
)
