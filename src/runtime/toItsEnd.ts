import { Effect, Fiber } from "effect"

/**
 * Runs `work` to completion even if the caller is interrupted, who then waits for it. For example, nobody else could start
 * with what was leased before the lease expires. Time limits within `work` still apply.
 */
export const toItsEnd = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptible(Effect.flatMap(Effect.forkDetach(work), Fiber.join))
