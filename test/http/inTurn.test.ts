import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeInTurn } from "../../src/http/inTurn.ts"

/** Runs until it is suspended. */
const started = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

describe("inTurn", () => {
  it.effect("gives the second the result of the first", () =>
    Effect.gen(function* () {
      const inTurn = makeInTurn()
      const gate = yield* Deferred.make<void>()
      const first = yield* started(inTurn("a", Effect.as(Deferred.await(gate), "fresh"), Effect.succeedNone))
      const second = yield* started(inTurn("a", Effect.die("ran twice"), Effect.succeedSome("replayed")))
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], ["fresh", "replayed"])
    })
  )

  it.effect("runs the second when the first failed without a result", () =>
    Effect.gen(function* () {
      const inTurn = makeInTurn()
      const gate = yield* Deferred.make<void>()
      const first = yield* started(
        inTurn("a", Effect.andThen(Deferred.await(gate), Effect.fail("refused")), Effect.succeedNone)
      )
      const second = yield* started(inTurn("a", Effect.succeed("ran"), Effect.succeedNone))
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Effect.flip(Fiber.join(first)), "refused")
      assert.strictEqual(yield* Fiber.join(second), "ran")
    })
  )

  it.effect("fails after 5 seconds of waiting, because the first is still in progress", () =>
    Effect.gen(function* () {
      const inTurn = makeInTurn()
      yield* started(inTurn("a", Effect.never, Effect.succeedNone))
      const second = yield* started(inTurn("a", Effect.succeed("ran"), Effect.succeedSome("replayed")))
      yield* TestClock.adjust("4999 millis")
      assert.isTrue(Option.isNone(Option.fromUndefinedOr(second.pollUnsafe())))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Effect.flip(Fiber.join(second)))._tag, "IdempotencyInProgress")
    })
  )

  it.effect("runs other names concurrently, and the next one after an interruption", () =>
    Effect.gen(function* () {
      const inTurn = makeInTurn()
      const first = yield* started(inTurn("a", Effect.never, Effect.succeedNone))
      assert.strictEqual(yield* inTurn("b", Effect.succeed("other"), Effect.succeedNone), "other")
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* inTurn("a", Effect.succeed("next"), Effect.succeedNone), "next")
    })
  )
})
