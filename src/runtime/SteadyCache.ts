import { Cache, Clock, type Duration, Effect, type Exit, Option } from "effect"

/** A monotonic clock in place of another one. Its times are not dates. */
class SteadyClock implements Clock.Clock {
  readonly dates: Clock.Clock
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  constructor(dates: Clock.Clock) {
    this.dates = dates
  }
  currentTimeMillisUnsafe() {
    return Number(this.monotonicTimeNanosUnsafe()) / 1e6
  }
  currentTimeNanosUnsafe() {
    return this.monotonicTimeNanosUnsafe()
  }
  monotonicTimeNanosUnsafe() {
    return this.dates.monotonicTimeNanosUnsafe()
  }
  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]) {
    return this.dates.sleep(duration)
  }
}

/** Makes expiry use a monotonic clock. */
const steady = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof SteadyClock ? effect : Effect.provideService(effect, Clock.Clock, new SteadyClock(clock))
  )

/** Restores the real clock for lookups within `steady`. */
const dated = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof SteadyClock ? Effect.provideService(effect, Clock.Clock, clock.dates) : effect
  )

/**
 * A cache whose values expire by a monotonic clock: if a wall clock were set back an hour, a value kept for a second would
 * stay for an hour. Concurrent requests for the same key share a lookup.
 */
export interface SteadyCache<in Key, out A, out E = never> {
  get(key: Key): Effect.Effect<A, E>
  invalidate(key: Key): Effect.Effect<void>
  readonly invalidateAll: Effect.Effect<void>
  /** Invalidates the values that `isConcerned` matches, and those being looked up, which may predate a change. */
  invalidateWhere(isConcerned: (value: A) => boolean): Effect.Effect<void>
}

/** Like `Cache.makeWith`, including that the least recently used value is evicted. */
export const make = <Key, A, E>(
  lookup: (key: Key) => Effect.Effect<A, E>,
  options: {
    readonly capacity: number
    readonly timeToLive: (exit: Exit.Exit<A, E>) => Duration.Input
  }
): Effect.Effect<SteadyCache<Key, A, E>> =>
  Effect.map(
    Cache.makeWith((key: Key) => dated(lookup(key)), options),
    (cache) => ({
      get: (key) => steady(Cache.get(cache, key)),
      invalidate: (key) => Cache.invalidate(cache, key),
      invalidateAll: Cache.invalidateAll(cache),
      invalidateWhere: (isConcerned) =>
        steady(
          Effect.gen(function* () {
            // Copies the keys, because reading an entry moves it to the end of the iteration.
            for (const key of [...(yield* Cache.keys(cache))]) {
              const known = yield* Cache.getSuccess(cache, key)
              if (Option.isNone(known) || isConcerned(known.value)) yield* Cache.invalidate(cache, key)
            }
          })
        )
    })
  )

/** Like `Effect.cachedWithTTL`, but with a monotonic clock. */
export const keep = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  timeToLive: Duration.Input | ((exit: Exit.Exit<A, E>) => Duration.Input)
): Effect.Effect<Effect.Effect<A, E, R>> => Effect.map(Effect.cachedWithTTL(dated(effect), timeToLive), steady)
