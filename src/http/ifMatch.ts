import { Result } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { validationFailed } from "../api/validationFailed.ts"

/**
 * The version that `If-Match` names; `undefined` for any. An ETag that a proxy changed when it compressed the response
 * counts as the original, or its receiver could change nothing any more: nginx makes strong ETags weak (`W/"3"`, see RFC
 * 9110, 13.1.1), Apache and newer versions of Caddy append the encoding (`"3-gzip"`).
 */
export const ifMatchOf = (header: string | undefined): Result.Result<number | undefined, Problem> => {
  if (header === undefined || header.trim() === "*") return Result.succeed(undefined)
  const version = /^(?:W\/)?"(\d{1,10})(?:-(?:br|gzip|zstd))?"$/.exec(header.trim())?.[1]
  return version === undefined
    ? Result.fail(
        validationFailed([
          { field: "If-Match", code: "format", message: 'must be an ETag of this record, such as "3", or *' }
        ])
      )
    : Result.succeed(Number(version))
}
