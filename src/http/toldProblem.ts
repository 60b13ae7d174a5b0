import type { Problem } from "../api/ProblemCatalogue.ts"
import type { ToldProblem } from "../domain/ApiRequest.ts"
import type { FieldError, InputError } from "../domain/Problems.ts"

/** Maximum errors kept for a request. */
const maxErrors = 10

/**
 * The part of a refusal that is kept: sentences of ours, which name members, rules and limits. Neither the words of another
 * server, which may quote a number or an address, nor member names that a program invented, nor values that it sent.
 */
export const toldProblem = ({ code, detail, errors }: Problem): ToldProblem => {
  if (errors !== undefined) return { code, errors: errors.slice(0, maxErrors).map(told) }
  return code === "upstream_failed" ? { code } : { code, detail }
}

const told = ({ given: _, ...error }: InputError): FieldError => ({ ...error, field: memberOf(error.field) })

const memberOf = (field: string) =>
  field
    .split(".")
    .map((part) => (/^[A-Za-z][\w-]{0,63}(\[\d*\])*$/.test(part) ? part : "…"))
    .join(".")
