import { Result } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { validationFailed } from "../api/problemOf.ts"

/**
 * The version that `If-Match` names; undefined for any. A weak one counts as what it was: proxies that compress answers make
 * strong ETags weak (`W/"3"`), and by RFC 9110, 13.1.1, whoever sends that back could change nothing any more.
 */
export const ifMatchOf = (header: string | undefined): Result.Result<number | undefined, Problem> => {
  if (header === undefined || header.trim() === "*") return Result.succeed(undefined)
  const version = /^(?:W\/)?"(\d{1,10})"$/.exec(header.trim())?.[1]
  return version === undefined
    ? Result.fail(
        validationFailed([
          { field: "If-Match", code: "format", message: 'must be an ETag of this record, such as "3", or *' }
        ])
      )
    : Result.succeed(Number(version))
}
