import { Duration, type Effect, Exit } from "effect"
import * as SteadyCache from "../../src/runtime/SteadyCache.ts"

/** How long a value is cached; a change on any node evicts it at once. */
const memory = Duration.seconds(30)
/** Cached values; the least recently used one makes room. */
const capacity = 10_000

/** A cache of values for a limited time. Failures are not cached. */
export const remembered = <Key, A, E>(find: (key: Key) => Effect.Effect<A, E>) =>
  SteadyCache.make(find, { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? memory : Duration.zero) })
