import { assert, it } from "@effect/vitest"
import { Cache, Clock, Effect } from "effect"
import { dated, steady } from "../../src/runtime/steadyTime.ts"

/** A clock that can be set, of which the part that nobody sets goes on. */
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

it.effect("what is kept for a second is kept for one, however far back the clock is set meanwhile, and has dates", () =>
  Effect.gen(function* () {
    const { set, settable } = yield* settableClock
    yield* Effect.gen(function* () {
      const cache = yield* Cache.make({
        capacity: 1,
        timeToLive: "1 second",
        lookup: (_: "now") => dated(Clock.currentTimeMillis)
      })
      const kept = yield* Effect.cachedWithTTL(dated(Clock.currentTimeMillis), "1 second")
      const known = steady(Effect.all([Cache.get(cache, "now"), kept]))
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
