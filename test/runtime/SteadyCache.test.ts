import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Fiber } from "effect"
import * as SteadyCache from "../../src/runtime/SteadyCache.ts"

/** A clock that can be set, while its monotonic part continues. */
const settableClock = Effect.clockWith((clock) =>
  Effect.sync(() => {
    const set = { dateBy: 0, passed: 0 }
    const settable: Clock.Clock = {
      currentTimeMillisUnsafe: () => set.passed + set.dateBy,
      currentTimeMillis: Effect.sync(() => set.passed + set.dateBy),
      currentTimeNanosUnsafe: () => BigInt(set.passed + set.dateBy) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(set.passed + set.dateBy) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => BigInt(set.passed) * 1_000_000n,
      monotonicTimeNanos: Effect.sync(() => BigInt(set.passed) * 1_000_000n),
      sleep: (duration) => clock.sleep(duration)
    }
    return { set, settable }
  })
)

it.effect(
  "a value cached for a second is kept for one, however far back the clock is set meanwhile, and has dates",
  () =>
    Effect.gen(function* () {
      const { set, settable } = yield* settableClock
      yield* Effect.gen(function* () {
        const cache = yield* SteadyCache.make((_: "now") => Clock.currentTimeMillis, {
          capacity: 1,
          timeToLive: () => "1 second"
        })
        const kept = yield* SteadyCache.keep(Clock.currentTimeMillis, "1 second")
        const known = Effect.all([cache.get("now"), kept])
        set.dateBy = 7_200_000
        assert.deepStrictEqual(yield* known, [7_200_000, 7_200_000])
        set.dateBy = 3_600_000
        set.passed = 999
        assert.deepStrictEqual(yield* known, [7_200_000, 7_200_000])
        set.passed = 1_000
        assert.deepStrictEqual(yield* known, [3_601_000, 3_601_000])
      }).pipe(Effect.provideService(Clock.Clock, settable))
    })
)

const lasting = { capacity: 10, timeToLive: () => Duration.minutes(1) }

it.effect("drops what a change concerns, and keeps the rest", () =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const cache = yield* SteadyCache.make((key: string) => Effect.sync(() => asked.push(key)), lasting)
    for (const key of ["a", "b"]) yield* cache.get(key)
    yield* cache.invalidateWhere((value) => value === 2)
    for (const key of ["a", "b"]) yield* cache.get(key)
    assert.deepStrictEqual(asked, ["a", "b", "b"])
  })
)

it.effect("drops a lookup in progress when something changed, since its result may be outdated", () =>
  Effect.gen(function* () {
    const seen = yield* Deferred.make<number>()
    let asked = 0
    const cache = yield* SteadyCache.make(
      (_: string) => Effect.suspend(() => (++asked === 1 ? Deferred.await(seen) : Effect.succeed(2))),
      lasting
    )
    const early = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
    yield* cache.invalidateWhere(() => false)
    yield* Deferred.succeed(seen, 1)
    assert.strictEqual(yield* Fiber.join(early), 1)
    assert.strictEqual(yield* cache.get("a"), 2)
  })
)
