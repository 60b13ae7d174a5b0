import { Effect, Fiber } from "effect"

/**
 * Runs `work` to its end also where its caller is interrupted meanwhile, who waits for that: as to lease something and begin with
 * it, which nobody else could before the lease ends. Its own time limits hold.
 */
export const toItsEnd = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptible(Effect.flatMap(Effect.forkDetach(work), Fiber.join))
