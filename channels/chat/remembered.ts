import { Duration, type Effect, Exit } from "effect"
import * as SteadyCache from "../../src/runtime/SteadyCache.ts"

/** How long a value is remembered; what changes it on any node ends that at once. */
const memory = Duration.seconds(30)
/** Values that are remembered; the one that was asked for longest ago makes room. */
const capacity = 10_000

/** Values that are good for a while. A failure is not remembered. */
export const remembered = <Key, A, E>(find: (key: Key) => Effect.Effect<A, E>) =>
  SteadyCache.make(find, { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? memory : Duration.zero) })
