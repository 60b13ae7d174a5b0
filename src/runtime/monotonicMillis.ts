import { Clock, Effect } from "effect"

/** Milliseconds of a clock that nobody sets, from a moment of its own: to measure how long something lasts. */
export const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)
