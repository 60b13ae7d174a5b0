import type { Problem } from "../api/ProblemCatalogue.ts"
import type { ToldProblem } from "../domain/ApiRequest.ts"
import type { FieldError } from "../domain/Problems.ts"

/** Maximum errors kept for a request. */
const maxErrors = 10

/**
 * The part of a refusal that is kept: sentences of ours, which name members, rules and limits. Neither the words of another
 * server, which may quote a number or an address, nor member names that a program invented.
 */
export const toldProblem = ({ code, detail, extra }: Problem): ToldProblem => {
  const errors = extra?.["errors"] as ReadonlyArray<FieldError> | undefined
  if (errors !== undefined)
    return { code, errors: errors.slice(0, maxErrors).map((error) => ({ ...error, field: memberOf(error.field) })) }
  return code === "upstream_failed" ? { code } : { code, detail }
}

const memberOf = (field: string) =>
  field
    .split(".")
    .map((part) => (/^[A-Za-z][\w-]{0,63}(\[\d*\])*$/.test(part) ? part : "…"))
    .join(".")
