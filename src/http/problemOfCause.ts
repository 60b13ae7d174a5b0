import { Cause, Option, type SchemaIssue } from "effect"
import { HttpApiError } from "effect/http-api"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { codesOf, type DomainProblem, problemOf } from "../api/problemOf.ts"
import { validationFailed } from "../api/validationFailed.ts"
import { fieldErrors } from "./fieldErrors.ts"
import { Refused } from "./Refused.ts"
import { notAnObject, notJson } from "./requestBody.ts"

/** The problem for a handler's failure; none for defects and interruption, on which no caller can act. */
export const problemOfCause = (cause: Cause.Cause<unknown>): Option.Option<Problem> => {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (failure instanceof Refused) return Option.some(failure.problem)
  if (HttpApiError.HttpApiSchemaError.is(failure)) {
    const { issue } = failure.cause
    const errors = fieldErrors(issue)
    return Option.some(errors !== undefined ? validationFailed(errors) : isParsed(issue) ? notAnObject : notJson)
  }
  return isDomainProblem(failure) ? Option.some(problemOf(failure)) : Option.none()
}

/** Whether the body was valid JSON, whatever its value. */
const isParsed = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "Encoding" ? isParsed(issue.issue) : issue._tag !== "InvalidValue"

const isDomainProblem = (failure: unknown): failure is DomainProblem =>
  typeof failure === "object" && failure !== null && "_tag" in failure && String(failure._tag) in codesOf
