import type { IncomingMessage } from "node:http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { decodes } from "../runtime/decodes.ts"
import { headerValues } from "./headerValues.ts"

/** Maximum bytes of the request target. */
export const maxTargetBytes = 16 * 1024
/** Maximum bytes of all header names and values. */
export const maxHeaderBytes = 32 * 1024
/** Maximum headers of a request. */
export const maxHeaders = 1_000

/**
 * What is wrong with a request's target and headers, checked before anything else. `rawHeaders` alternates names and values,
 * as in Node.
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

/** RFC 3986, 3.2.2: a name, which may be empty, or an address in brackets; and a port. */
const host = /^(\[[\w:.~%-]+\]|([\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(:\d*)?$/i

/** RFC 9112, 3.2: an HTTP/1.1 request has exactly one Host, and if there is one, it is valid. */
export const refuseHost = (source: IncomingMessage): Problem | undefined => {
  const hosts = headerValues(source, "host")
  if (source.httpVersion === "1.1" && hosts.length !== 1)
    return { code: "malformed_request", detail: "The request must have exactly one Host header." }
  return hosts.every((value) => host.test(value))
    ? undefined
    : { code: "malformed_request", detail: "The Host header must be a host name or IP address, with an optional port." }
}

/**
 * Another coding before `chunked`. Without a final `chunked`, the end of the body would be unknown, which Node's parser
 * refuses.
 */
const coded = /[^\s,]\s*,[\s,]*chunked[\s,]*$/i

/** Refuses a body compressed by its transfer coding, which would be taken for the plain bytes: Node decodes only chunks. */
export const refuseCoding = (source: IncomingMessage): Problem | undefined => {
  const coding = source.headers["transfer-encoding"]
  return coding === undefined || !coded.test(coding)
    ? undefined
    : {
        code: "unsupported_media_type",
        detail: "Send the body without compression: chunked is the only Transfer-Encoding accepted."
      }
}
