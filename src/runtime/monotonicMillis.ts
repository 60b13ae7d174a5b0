import { Clock, Effect } from "effect"

/** Milliseconds of a monotonic clock with an arbitrary origin, for measuring durations. */
export const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)
