import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { query } from "../../src/sql/query.ts"
import { transaction } from "../../src/sql/transaction.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const acme = { id: "01890000-0000-7000-8000-000000000001" }
const umbrella = { id: "01890000-0000-7000-8000-000000000002" }

const accounts = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`CREATE TABLE balances (tenant_id uuid NOT NULL, name text NOT NULL, amount int NOT NULL, PRIMARY KEY (tenant_id, name))`
  yield* system`SELECT trunkline_enable_rls('balances')`
  yield* system`INSERT INTO balances VALUES (${acme.id}, 'a', 0), (${acme.id}, 'b', 0), (${umbrella.id}, 'a', 0)`
})

const amounts = Effect.gen(function* () {
  const { system } = yield* Database
  const rows = yield* system<{ amount: number }>`SELECT amount FROM balances WHERE tenant_id = ${acme.id} ORDER BY name`
  return rows.map((row) => row.amount)
})

layer(TestDatabase.layer)("transaction", (it) => {
  it.effect("is tested with two balances", () => accounts)

  it.effect("works on its tenant's rows only, and stores them when it succeeds", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const changed = yield* transaction(database, acme)(database.writes`UPDATE balances SET amount = 1 RETURNING name`)
      assert.strictEqual(changed.length, 2)
      assert.deepStrictEqual(yield* amounts, [1, 1])
    })
  )

  it.effect("leaves nothing behind when it fails", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const before = yield* amounts
      const work = Effect.andThen(database.writes`UPDATE balances SET amount = 99`, Effect.fail("refused" as const))
      assert.strictEqual(yield* Effect.flip(transaction(database, acme)(work)), "refused")
      assert.deepStrictEqual(yield* amounts, before)
    })
  )

  it.effect("works for another tenant inside the transaction of one, and then returns to that one", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const { writes } = database
      const visible = writes<{ name: string }>`SELECT name FROM balances`
      const counts = yield* transaction(
        database,
        acme
      )(
        Effect.gen(function* () {
          const inside = yield* transaction(database, umbrella)(visible)
          yield* Effect.flip(transaction(database, umbrella)(Effect.fail("refused")))
          return [inside.length, (yield* visible).length]
        })
      )
      assert.deepStrictEqual(counts, [1, 2])
    })
  )

  it.effect("joins the surrounding transaction, and can fail without it", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const { writes } = database
      const inner = Effect.andThen(writes`UPDATE balances SET amount = 7 WHERE name = 'b'`, Effect.fail("refused"))
      yield* transaction(
        database,
        acme
      )(
        Effect.gen(function* () {
          yield* writes`UPDATE balances SET amount = 7 WHERE name = 'a'`
          yield* Effect.flip(transaction(database, acme)(inner))
        })
      )
      assert.deepStrictEqual(yield* amounts, [7, 1])
    })
  )

  /** Two transactions that lock the two balances in opposite order; `within` wraps the second lock of each. */
  const crossing = (within: (work: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>) =>
    Effect.gen(function* () {
      const database = yield* Database
      const { writes } = database
      yield* database.system`UPDATE balances SET amount = 0`
      const [firstHasA, secondHasB] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const add = (name: string) => writes`UPDATE balances SET amount = amount + 1 WHERE name = ${name}`
      const cross = (own: string, mine: Deferred.Deferred<void>, theirs: Deferred.Deferred<void>, other: string) =>
        transaction(
          database,
          acme
        )(
          Effect.gen(function* () {
            yield* add(own)
            yield* Deferred.succeed(mine, undefined)
            yield* Deferred.await(theirs)
            yield* within(add(other))
          })
        )
      const first = yield* Effect.forkChild(cross("a", firstHasA, secondHasB, "b"))
      const second = yield* Effect.forkChild(cross("b", secondHasB, firstHasA, "a"))
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(yield* amounts, [2, 2])
    })

  it.effect("is retried when it loses a deadlock, so that both sides succeed", () => crossing((work) => work))

  it.effect("is retried as a whole when one that joined it loses a deadlock", () =>
    Effect.gen(function* () {
      const database = yield* Database
      yield* crossing((work) => transaction(database, acme)(transaction(database, acme)(work)))
    })
  )

  it.effect("fails as overloaded when one that joined it loses every time", () =>
    Effect.gen(function* () {
      const database = yield* Database
      let times = 0
      const lost = Effect.suspend(() => {
        times++
        return database.writes`DO $$ BEGIN RAISE EXCEPTION 'lost' USING errcode = 'serialization_failure'; END $$`
      })
      const error = yield* Effect.flip(transaction(database, acme)(transaction(database, acme)(lost)))
      assert.deepStrictEqual([error._tag, error.reason, times], ["DatabaseUnavailable", "overloaded", 4])
    })
  )

  it.effect("is retried when a migration changes the result type of its statements", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const one = Effect.andThen(
        database.writes`UPDATE balances SET amount = amount + 1 WHERE name = 'a' AND tenant_id = ${acme.id}`,
        database.writes`SELECT * FROM balances WHERE name = 'a'`
      )
      // Often enough for the statement to be prepared, on each connection that may be used.
      for (let n = 0; n < 50; n++) yield* transaction(database, acme)(one)
      const [before = 0] = yield* amounts
      yield* database.system`ALTER TABLE balances ADD COLUMN currency text`
      const [row] = yield* transaction(database, acme)(one)
      assert.strictEqual(row?.["currency"], null)
      assert.strictEqual((yield* amounts)[0], before + 1)
    })
  )

  it.effect("that loses its connection fails, and its caller learns that the database is unavailable", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const before = yield* amounts
      const work = Effect.gen(function* () {
        const [own] = yield* database.writes<{
          pid: number
        }>`UPDATE balances SET amount = 99 RETURNING pg_backend_pid() AS pid`
        yield* database.system`SELECT pg_terminate_backend(${own?.pid ?? 0}::int)`
        yield* database.writes`SELECT 1`
      })
      const error = yield* Effect.flip(transaction(database, acme)(work))
      assert.deepStrictEqual([error._tag, error.reason], ["DatabaseUnavailable", "unreachable"])
      assert.deepStrictEqual(yield* amounts, before)
    })
  )

  it.effect("fails as overloaded when no connection becomes free", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const holding = Effect.andThen(database.writes.reserve, Effect.never).pipe(Effect.scoped)
      const holders = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.forkChild(holding))
      yield* Effect.yieldNow
      const error = yield* Effect.flip(transaction(database, acme)(database.writes`SELECT 1`))
      assert.deepStrictEqual([error._tag, error.reason], ["DatabaseUnavailable", "overloaded"])
      yield* Fiber.interruptAll(holders)
      assert.strictEqual((yield* transaction(database, acme)(database.writes`SELECT 1`)).length, 1)
    })
  )

  it.effect("reports a lock that is not released as a timeout", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const [locked, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* Effect.forkChild(
        transaction(
          database,
          acme
        )(
          database.writes`UPDATE balances SET amount = 5`.pipe(
            Effect.andThen(Deferred.succeed(locked, undefined)),
            Effect.andThen(Deferred.await(done))
          )
        )
      )
      yield* Deferred.await(locked)
      const error = yield* Effect.flip(transaction(database, acme)(database.writes`UPDATE balances SET amount = 6`))
      assert.strictEqual(error.reason, "timeout")
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(holder)
    })
  )
})

layer(TestDatabase.layer)("query", (it) => {
  it.effect("fails with DatabaseUnavailable while connections are cut, and works again afterwards", () =>
    Effect.gen(function* () {
      const { reads, system } = yield* Database
      const slow = yield* Effect.forkChild(Effect.flip(query(reads`SELECT pg_sleep(4)`)))
      const busy = system<{
        pid: number
      }>`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%' AND state = 'active'`
      while ((yield* busy).length === 0) yield* Effect.yieldNow
      // The server also holds the databases of other tests, which read under the same name.
      yield* system`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'trunkline reads'`
      assert.strictEqual((yield* Fiber.join(slow))._tag, "DatabaseUnavailable")
      assert.strictEqual((yield* query(reads`SELECT 1`)).length, 1)
    })
  )

  it.effect("turns a refused statement into a defect that quotes no values", () =>
    Effect.gen(function* () {
      const { writes } = yield* Database
      const text = yield* query(writes`SELECT ${"secret@example.com"}::uuid`).pipe(
        Effect.catchDefect((defect) => Effect.succeed(String(defect)))
      )
      assert.strictEqual(text, "StatementFailed: a value was rejected (SQLSTATE 22P02)")
    })
  )
})
