import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Logger } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { query } from "../../src/sql/query.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

/** PostgreSQL's error when its disk is full. */
const noSpace = 'could not extend file "base/16384/2619": No space left on device'

layer(TestDatabase.layer)("A database whose disk is full", (it) => {
  it.effect("is unavailable to callers, and the log says why, once", () =>
    Effect.gen(function* () {
      const { writes } = yield* Database
      const told: Array<unknown> = []
      const insert = query(
        writes.unsafe(`DO $$ BEGIN RAISE EXCEPTION '${noSpace}' USING errcode = 'disk_full'; END $$`)
      )
      for (let n = 0; n < 3; n++) {
        const error = yield* Effect.flip(insert).pipe(
          Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))]))
        )
        assert.deepStrictEqual([error._tag, error.reason], ["DatabaseUnavailable", "full"])
      }
      assert.deepStrictEqual(told, [["The database cannot be used; clients are asked to retry", { reason: noSpace }]])
    })
  )
})

layer(TestDatabase.layer)("A database that takes too long", (it) => {
  it.effect("is abandoned after a while, or gives up itself, and the log says so, once", () =>
    Effect.gen(function* () {
      const { writes } = yield* Database
      const told: Array<unknown> = []
      const heard = <A, E>(asked: Effect.Effect<A, E>) =>
        Effect.flip(asked).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))])))
      const late = "canceling statement due to statement timeout"
      const slow = writes.unsafe(`DO $$ BEGIN RAISE EXCEPTION '${late}' USING errcode = 'query_canceled'; END $$`)
      for (let n = 0; n < 3; n++) {
        assert.strictEqual((yield* heard(query(slow))).reason, "timeout")
        assert.strictEqual((yield* heard(query(Effect.never, 5))).reason, "overloaded")
      }
      assert.deepStrictEqual(
        told,
        [late, "no answer within 5 ms"].map((reason) => [
          "The database cannot keep up; some clients are asked to retry",
          { reason }
        ])
      )
    }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  )
})
