import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { connect, createServer } from "node:tls"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { Database } from "../../src/sql/Database.ts"
import { query } from "../../src/sql/query.ts"
import { transaction } from "../../src/sql/transaction.ts"
import { watchedSocket } from "../../src/sql/watchedSocket.ts"
import { cuttableDatabase } from "../support/cuttableDatabase.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const pem = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures/tls", `${name}.pem`), "utf8")

describe("A database whose host goes silent while another takes over", () => {
  it.live("is read and written again within seconds", () =>
    Effect.gen(function* () {
      const { silence, url } = yield* cuttableDatabase
      yield* Effect.gen(function* () {
        const database = yield* Database
        const { commits, reads, system } = database
        const tenant = { id: crypto.randomUUID() }
        const ways: Record<string, Effect.Effect<unknown, DatabaseUnavailable>> = {
          reads: query(reads`SELECT 1`),
          system: query(system`SELECT 1`),
          writes: transaction(database, tenant)(database.writes`SELECT 1`),
          // As tickets are stored: a failed transaction is rolled back.
          commits: query(
            commits.use((connection) =>
              connection.query("SELECT 1").pipe(Effect.onError(() => Effect.ignore(connection.query("ROLLBACK"))))
            )
          )
        }
        const useAll = Effect.forEach(Object.values(ways), Effect.exit, { concurrency: "unbounded" })
        assert.isTrue((yield* useAll).every(Exit.isSuccess))
        yield* silence
        const lost = yield* Effect.timeout(useAll, "50 seconds")
        assert.isTrue(lost.every(Exit.isFailure), "nobody hears of what was asked")
        for (const [name, way] of Object.entries(ways)) assert.isTrue(Exit.isSuccess(yield* Effect.exit(way)), name)
      }).pipe(Effect.provide(TestDatabase.on(url)))
    }).pipe(Effect.scoped)
  )
})

describe("A connection to a database that responds", () => {
  it.live("stays open while a statement takes the time that it was given", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const { writes } = database
      const [row] = yield* Effect.andThen(
        writes`SELECT set_config('statement_timeout', '18s', true)`,
        writes`SELECT pg_sleep(9), 1 AS done`
      ).pipe(transaction(database, { id: crypto.randomUUID() }))
      assert.deepInclude(row, { done: 1 })
    }).pipe(Effect.provide(TestDatabase.layer))
  )

  it.live("stays open if the answer arrived while the process was stopped", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.freshDatabase
      const stream = watchedSocket(Redacted.value(url), 1_000)
      const connection = yield* PgConnection.make({ url, stream })
      const asked = yield* Effect.forkChild(connection.query("SELECT pg_sleep(0.5)"))
      yield* Effect.sleep("100 millis")
      // Runs after reads, so that timers are due before the next read.
      yield* Effect.callback<void>((resume) => void setImmediate(() => resume(standStill)))
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(asked)))
    }).pipe(Effect.scoped)
  )
})

describe("A connection that nobody uses", () => {
  it.effect("is ended by its pool before it counts as silent", () =>
    Effect.gen(function* () {
      const { commits, reads, writes } = yield* Database
      const backends = Effect.all([
        reads<{ pid: number }>`SELECT pg_backend_pid() AS pid`,
        writes<{ pid: number }>`SELECT pg_backend_pid() AS pid`,
        commits.use((connection) => connection.query("SELECT pg_backend_pid() AS pid"))
      ])
      const before = yield* backends
      yield* TestClock.adjust("59 seconds")
      const after = yield* backends
      for (const [index, rows] of after.entries()) assert.notDeepEqual(rows, before[index])
    }).pipe(Effect.provide(TestDatabase.layer))
  )
})

const standStill = Effect.sync(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000))

/** A TLS server that answers each `ping`, and nothing else. */
const startServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer({ key: pem("key"), cert: pem("selfsigned") }, (socket) => {
      socket.on("error", () => {})
      socket.on("data", (text) => void (String(text) === "ping" && socket.write("pong")))
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    return server
  }),
  (server) => Effect.sync(() => void server.close())
)

describe("A connection under TLS", () => {
  it.live("stays open while it is answered or idle, and ends when an answer does not come", () =>
    Effect.gen(function* () {
      const { port } = (yield* startServer).address() as AddressInfo
      const raw = watchedSocket(`postgres://127.0.0.1:${port}/desk`, 500)()
      const socket = connect({ socket: raw, rejectUnauthorized: false })
      socket.on("error", () => {})
      yield* Effect.promise(() => once(socket, "secureConnect"))
      for (let n = 0; n < 2; n++) {
        const heard = once(socket, "data")
        socket.write("ping")
        assert.strictEqual(String((yield* Effect.promise(() => heard))[0]), "pong")
        yield* Effect.sleep("2500 millis")
        assert.isFalse(raw.destroyed)
      }
      const ended = once(raw, "close")
      socket.write("anybody?")
      yield* Effect.promise(() => ended)
      assert.isTrue(socket.destroyed)
    }).pipe(Effect.scoped)
  )
})
