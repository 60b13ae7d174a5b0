import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { whileHeld } from "../../src/tickets/whileHeld.ts"

/** Renewals with these results, one after another, and then always the last one. */
const renewals = (...answers: ReadonlyArray<boolean | "away">) => {
  const asked = { times: 0 }
  const renew = Effect.suspend(() => {
    const answer = answers[Math.min(asked.times++, answers.length - 1)]
    return answer === "away"
      ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" }))
      : Effect.succeed(answer === true)
  })
  return { asked, renew }
}

/** As if the machine had slept for a night, or two, which no timer notices. */
const afterSleep = <A, E, R>(work: Effect.Effect<A, E, R>, nights = 1) =>
  Effect.clockWith((clock) => {
    const later = clock.currentTimeMillisUnsafe() + nights * 28_800_000
    return Effect.provideService(work, Clock.Clock, {
      ...clock,
      sleep: (duration) => clock.sleep(duration),
      currentTimeMillis: Effect.succeed(later),
      currentTimeMillisUnsafe: () => later
    })
  })

it.effect("renews every five seconds until the work is done", () =>
  Effect.gen(function* () {
    const { asked, renew } = renewals(true)
    const working = yield* Effect.forkChild(whileHeld(renew, () => Effect.as(Effect.sleep("17 seconds"), "done")))
    yield* TestClock.adjust("17 seconds")
    assert.deepStrictEqual(yield* Fiber.join(working), Option.some("done"))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(asked.times, 3)
  })
)

it.effect("interrupts the work if someone else has taken it over, and returns none", () =>
  Effect.gen(function* () {
    const { renew } = renewals(true, false)
    const brokenOff = yield* Deferred.make<void>()
    const work = Effect.onInterrupt(Effect.never, () => Deferred.succeed(brokenOff, undefined))
    const working = yield* Effect.forkChild(whileHeld(renew, () => work))
    yield* TestClock.adjust("9 seconds")
    assert.isFalse(yield* Deferred.isDone(brokenOff))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(working), Option.none())
    assert.isTrue(yield* Deferred.isDone(brokenOff))
  })
)

it.effect("continues while the database is away, when no one else can take over either", () =>
  Effect.gen(function* () {
    const { asked, renew } = renewals("away")
    const working = yield* Effect.forkChild(whileHeld(renew, () => Effect.as(Effect.sleep("1 minute"), "done")))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* Fiber.join(working), Option.some("done"))
    assert.isAbove(asked.times, 5)
  })
)

it.effect("checks before a step if it was not renewed lately, and takes none if the lease is lost", () =>
  Effect.gen(function* () {
    const { asked, renew } = renewals(true, "away", false)
    const steps: Array<number> = []
    const found = yield* whileHeld(renew, ({ confirm }) =>
      Effect.gen(function* () {
        yield* confirm
        steps.push(asked.times)
        yield* afterSleep(confirm)
        steps.push(asked.times)
        assert.strictEqual((yield* Effect.flip(afterSleep(confirm, 2)))._tag, "DatabaseUnavailable")
        yield* afterSleep(confirm, 2)
        steps.push(asked.times)
      })
    )
    assert.deepStrictEqual(found, Option.none())
    assert.deepStrictEqual(steps, [0, 1])
  })
)

it.effect("completes a renewal in progress before it returns: the result of the work is stored after it", () =>
  Effect.gen(function* () {
    const [begun, worked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const order: Array<string> = []
    const renew = Deferred.succeed(begun, undefined).pipe(
      Effect.andThen(Deferred.await(worked)),
      Effect.andThen(Effect.yieldNow),
      Effect.andThen(Effect.sync(() => order.push("renewed") > 0))
    )
    const work = Effect.andThen(Deferred.await(begun), Deferred.succeed(worked, undefined))
    const working = yield* Effect.forkChild(whileHeld(renew, () => work))
    yield* TestClock.adjust("5 seconds")
    yield* Fiber.join(working)
    order.push("written")
    assert.deepStrictEqual(order, ["renewed", "written"])
  })
)
