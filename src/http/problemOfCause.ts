import { Cause, Option } from "effect"
import { HttpApiError } from "effect/http-api"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { codesOf, type DomainProblem, problemOf, validationFailed } from "../api/problemOf.ts"
import { fieldErrors } from "./fieldErrors.ts"
import { Refused } from "./Refused.ts"
import { notAnObject } from "./requestBody.ts"

/** How the failure of a handler is answered; none for defects and interruption, which are nobody's to act on. */
export const problemOfCause = (cause: Cause.Cause<unknown>): Option.Option<Problem> => {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (failure instanceof Refused) return Option.some(failure.problem)
  if (HttpApiError.HttpApiSchemaError.is(failure)) {
    const errors = fieldErrors(failure.cause.issue)
    return Option.some(errors === undefined ? notAnObject : validationFailed(errors))
  }
  return isDomainProblem(failure) ? Option.some(problemOf(failure)) : Option.none()
}

const isDomainProblem = (failure: unknown): failure is DomainProblem =>
  typeof failure === "object" && failure !== null && "_tag" in failure && String(failure._tag) in codesOf
