import type { Problem } from "../api/ProblemCatalogue.ts"
import { decodes } from "../runtime/decodes.ts"

/** Bytes of a request line's target. */
export const maxTargetBytes = 16 * 1024
/** Bytes of all header names and values. */
export const maxHeaderBytes = 32 * 1024
/** Headers of a request. */
export const maxHeaders = 1_000

/**
 * What is wrong with a request's target and headers, before anything else is looked at. `rawHeaders` are names and
 * values in turn, as Node keeps them.
 */
export const refuseShape = (target: string, rawHeaders: ReadonlyArray<string>): Problem | undefined => {
  if (target.length > maxTargetBytes) {
    return { code: "uri_too_long", detail: "The request line is longer than 16 KiB." }
  }
  let headerBytes = 0
  // Each line of the block also has a colon, a space and two bytes of line end.
  for (const text of rawHeaders) headerBytes += text.length + 2
  if (headerBytes > maxHeaderBytes) {
    return { code: "headers_too_large", detail: "The request headers are larger than 32 KiB." }
  }
  return target.includes("%") && !decodes(target)
    ? { code: "malformed_request", detail: "The path or query is not percent-encoded UTF-8." }
    : undefined
}
