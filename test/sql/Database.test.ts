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
})
