import { Data, Effect, Result } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"

/** A request that the HTTP side itself turns down. */
export class Refused extends Data.TaggedError("Refused")<{ readonly problem: Problem }> {
  static of(problem: Problem) {
    return new Refused({ problem })
  }

  /** Fails when there is a problem. */
  static when(problem: Problem | undefined): Effect.Effect<void, Refused> {
    return problem === undefined ? Effect.void : Effect.fail(Refused.of(problem))
  }

  /** The value, unless there is a problem instead. */
  static unless<A>(result: Result.Result<A, Problem>): Effect.Effect<A, Refused> {
    return Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(Refused.of(result.failure))
  }
}
