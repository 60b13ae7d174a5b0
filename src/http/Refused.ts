import { Data } from "effect"
import type { Problem } from "../api/Problems.ts"

/** A request that the HTTP side itself turns down. */
export class Refused extends Data.TaggedError("Refused")<{ readonly problem: Problem }> {
  static of(problem: Problem) {
    return new Refused({ problem })
  }
}
