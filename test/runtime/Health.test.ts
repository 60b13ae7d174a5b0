import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Health } from "../../src/runtime/Health.ts"

const health = <A, E, R>(test: (health: Health["Service"]) => Effect.Effect<A, E, R>) =>
  Health.use(test).pipe(Effect.provide(Health.layer))

it.effect("is ready when nothing is wrong", () =>
  health((health) =>
    Effect.gen(function* () {
      yield* health.register("database", Effect.void)
      assert.deepStrictEqual(yield* health.readiness, { ready: true, checks: { database: true } })
    })
  )
)

it.effect("is not ready when a check fails, dies or times out, and names it", () =>
  health((health) =>
    Effect.gen(function* () {
      yield* health.register("well", Effect.void)
      yield* health.register("failing", Effect.fail("no"))
      yield* health.register("dying", Effect.die("no"))
      yield* health.register("hanging", Effect.never)
      const asked = yield* Effect.forkChild(health.readiness)
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* Fiber.join(asked), {
        ready: false,
        checks: { well: true, failing: false, dying: false, hanging: false }
      })
    })
  )
)

it.effect("reports a failing check that is not critical, and is ready without it", () =>
  health((health) =>
    Effect.gen(function* () {
      yield* health.register("outbox", Effect.fail("no"), { decides: false })
      assert.deepStrictEqual(yield* health.readiness, { ready: true, checks: { outbox: false } })
    })
  )
)

it.effect("forgets a check with its scope", () =>
  health((health) =>
    Effect.gen(function* () {
      yield* Effect.scoped(health.register("gone", Effect.fail("no")))
      assert.deepStrictEqual(yield* health.readiness, { ready: true, checks: {} })
    })
  )
)

it.effect("is no longer ready once it drains", () =>
  health((health) =>
    Effect.gen(function* () {
      yield* health.register("database", Effect.void)
      yield* health.drain
      assert.deepStrictEqual(yield* health.readiness, { ready: false, checks: { database: true } })
    })
  )
)
