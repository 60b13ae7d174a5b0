import { Cache, Clock, type Duration, Effect, type Exit, Option } from "effect"

/** A clock that nobody sets, in the place of another. Its moments are no dates. */
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

/** Counts what is kept by a clock that nobody sets. */
const steady = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof SteadyClock ? effect : Effect.provideService(effect, Clock.Clock, new SteadyClock(clock))
  )

/** Gives its dates back to what is looked up within `steady`. */
const dated = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof SteadyClock ? Effect.provideService(effect, Clock.Clock, clock.dates) : effect
  )

/**
 * Values that are kept for a while, by a clock that nobody sets: by one that is set back an hour, what is kept for a second is
 * kept for an hour. Those who ask for the same one meanwhile share a look-up.
 */
export interface SteadyCache<in Key, out A, out E = never> {
  get(key: Key): Effect.Effect<A, E>
  invalidate(key: Key): Effect.Effect<void>
  readonly invalidateAll: Effect.Effect<void>
  /** Forgets the values that `isConcerned` says, and those that are being looked up: they may be from before a change. */
  invalidateWhere(isConcerned: (value: A) => boolean): Effect.Effect<void>
}

/** As `Cache.makeWith`: the value that was asked for longest ago makes room. */
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
            // Looking at an entry moves it to the end of what is walked.
            for (const key of [...(yield* Cache.keys(cache))]) {
              const known = yield* Cache.getSuccess(cache, key)
              if (Option.isNone(known) || isConcerned(known.value)) yield* Cache.invalidate(cache, key)
            }
          })
        )
    })
  )

/** As `Effect.cachedWithTTL`, by the same clock. */
export const keep = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  timeToLive: Duration.Input | ((exit: Exit.Exit<A, E>) => Duration.Input)
): Effect.Effect<Effect.Effect<A, E, R>> => Effect.map(Effect.cachedWithTTL(dated(effect), timeToLive), steady)
