import type { Problem } from "../api/ProblemCatalogue.ts"
import type { ToldProblem } from "../domain/ApiRequest.ts"
import type { FieldError } from "../domain/Problems.ts"

/** Broken rules of one request that are kept. */
const maxErrors = 10

/**
 * What of a refusal is kept: sentences of ours, which name members, rules and limits. Not what another server said, which may quote
 * a number or an address, and no names of members that a program has made of them.
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
