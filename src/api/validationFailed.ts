import type { FieldError, InputError } from "../domain/Problems.ts"
import type { Problem } from "./ProblemCatalogue.ts"

/** Characters of a refused value that the error repeats: the maximum of an id. */
const maxGiven = 40

/** The problem for an input that breaks rules. Callers are shown the refused values, where the errors have them. */
export const validationFailed = (errors: readonly [InputError, ...ReadonlyArray<InputError>]): Problem => {
  const told = errors.map(quoting)
  return {
    code: "validation_failed",
    detail: told.map(({ field, message }) => `${field} ${message}`).join("; "),
    errors,
    extra: { errors: told }
  }
}

/** The error with the refused value in its sentence, if it has one. */
const quoting = ({ given, ...error }: InputError): FieldError => {
  if (given === undefined) return error
  const shown = given.length > maxGiven ? `${given.slice(0, maxGiven)}…` : given
  return { ...error, message: `${error.message}; ${JSON.stringify(shown)} is not valid` }
}
