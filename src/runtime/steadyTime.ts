import { Clock, Effect } from "effect"

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

/**
 * Asks a cache, or a value that is kept for a while, by a clock that nobody sets: by one that is set back an hour, what is kept
 * for a second is kept for an hour. What looks the value up is `dated`.
 */
export const steady = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof SteadyClock ? effect : Effect.provideService(effect, Clock.Clock, new SteadyClock(clock))
  )

/** Gives its dates back to what is done within `steady`. */
export const dated = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof SteadyClock ? Effect.provideService(effect, Clock.Clock, clock.dates) : effect
  )
