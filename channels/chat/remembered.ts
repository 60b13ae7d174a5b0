import { Cache, Duration, Effect, Exit, Option } from "effect"
import { dated, steady } from "../../src/runtime/steadyTime.ts"

/** How long a value is remembered; what changes it on any node ends that at once. */
const memory = Duration.seconds(30)
/** Values that are remembered; the one that was asked for longest ago makes room. */
const capacity = 10_000

/**
 * Values that are good for a while; those who ask for the same one meanwhile share a look-up. A failure is not remembered.
 * It is asked for within `steady`.
 */
export const remembered = <Key, A, E>(find: (key: Key) => Effect.Effect<A, E>) =>
  Cache.makeWith((key: Key) => dated(find(key)), {
    capacity,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? memory : Duration.zero)
  })

/** Forgets the values that `isConcerned` says, and those that are being looked up: they may be from before a change. */
export const forget = <Key, A, E>(cache: Cache.Cache<Key, A, E>, isConcerned: (value: A) => boolean) =>
  steady(
    Effect.gen(function* () {
      // Looking at an entry moves it to the end of what is walked.
      for (const key of [...(yield* Cache.keys(cache))]) {
        const known = yield* Cache.getSuccess(cache, key)
        if (Option.isNone(known) || isConcerned(known.value)) yield* Cache.invalidate(cache, key)
      }
    })
  )
