import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

layer(TestDatabase.layer)("Database", (it) => {
  it.effect("hands bigint columns over as numbers, and beyond 2^53 as bigints", () =>
    Effect.gen(function* () {
      const { reads } = yield* Database
      const [row] =
        yield* reads`SELECT 42::bigint AS small, 9007199254740993::bigint AS large, ARRAY[1, 2]::bigint[] AS many`
      assert.deepStrictEqual(row, { small: 42, large: 9007199254740993n, many: [1, 2] })
    })
  )

  it.effect("gives every session limits of time: requests 5 s for a statement, work in the background 60", () =>
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
})
