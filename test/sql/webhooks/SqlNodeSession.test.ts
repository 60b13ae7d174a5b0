import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlNodeSession from "../../../src/sql/webhooks/SqlNodeSession.ts"
import { NodeSession } from "../../../src/webhooks/NodeSession.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import { until } from "../../support/until.ts"

const ground = SqlNodeSession.layer.pipe(Layer.provideMerge(TestDatabase.layer))

/** Number of connections that wait for a locked row. */
const waiting = Effect.flatMap(Database, ({ system }) =>
  Effect.map(
    system`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    (rows) => rows.length
  )
)

layer(ground, { excludeTestServices: true })("A node that reopens its session while it is being buried", (it) => {
  it.effect("is known afterwards, and buried when that session ends", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const sessions = yield* NodeSession
      const known = Effect.map(system<{ id: number }>`SELECT id FROM nodes`, (rows) => rows.map(({ id }) => id))
      yield* Effect.scoped(sessions.open(7))
      assert.deepStrictEqual(yield* known, [7])
      yield* Effect.scoped(
        Effect.gen(function* () {
          const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          yield* system`SELECT FROM nodes FOR UPDATE`.pipe(
            Effect.andThen(Deferred.succeed(held, undefined)),
            Effect.andThen(Deferred.await(release)),
            system.withTransaction,
            Effect.forkScoped
          )
          yield* Deferred.await(held)
          // It has seen that no session holds the node, and waits for its row.
          const burying = yield* Effect.forkScoped(sessions.bury(8))
          yield* until(waiting, (count) => count === 1)
          const opening = yield* Effect.forkScoped(sessions.open(7))
          yield* until(waiting, (count) => count === 2 || opening.pollUnsafe() !== undefined)
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(burying)
          yield* Fiber.join(opening)
          assert.deepStrictEqual(yield* known, [7])
        })
      )
      yield* until(sessions.bury(8).pipe(Effect.andThen(known)), (ids) => ids.length === 0)
    })
  )
})
