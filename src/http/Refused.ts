import { Data, Effect, Result } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"

/** A request that the HTTP side itself refuses. */
export class Refused extends Data.TaggedError("Refused")<{ readonly problem: Problem }> {
  static of(problem: Problem) {
    return new Refused({ problem })
  }

  /** Fails if there is a problem. */
  static when(problem: Problem | undefined): Effect.Effect<void, Refused> {
    return problem === undefined ? Effect.void : Effect.fail(Refused.of(problem))
  }

  /** Succeeds with the value, or fails with the problem. */
  static unless<A>(result: Result.Result<A, Problem>): Effect.Effect<A, Refused> {
    return Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(Refused.of(result.failure))
  }
}
