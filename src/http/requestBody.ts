import type { IncomingMessage } from "node:http"
import { ByteSize, Effect } from "effect"
import { Headers, HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { validationFailed } from "../api/validationFailed.ts"
import { isJsonObject } from "../domain/Json.ts"
import type { FieldError } from "../domain/Problems.ts"
import { bytesAtOnce } from "./BytesInHand.ts"
import { findFault, maxDepth, maxMembers } from "./jsonText.ts"
import type { KnownNames } from "./KnownNames.ts"
import { Refused } from "./Refused.ts"
import { currentRecord } from "./RequestRecord.ts"
import { refuseBody } from "./refuseLoad.ts"

/** Maximum bytes of a JSON body. */
export const maxBodyBytes = 2 * 1024 * 1024

/** Milliseconds in which a JSON body must arrive; files have longer. */
export const arrivalLimit = 60_000

const tooLarge = (limit: number): Problem => ({
  code: "payload_too_large",
  detail: `The body is larger than ${limit} bytes.`,
  extra: { limit }
})

/** Refuses a body whose declared length is over the limit before any of it is read. */
export const refuseLength = (source: IncomingMessage, limit = maxBodyBytes): Problem | undefined =>
  Number(source.headers["content-length"] ?? 0) > limit ? tooLarge(limit) : undefined

const hasBody = (source: IncomingMessage) =>
  source.headers["transfer-encoding"] !== undefined || Number(source.headers["content-length"] ?? 0) > 0

/** A body must be `application/json` (parameters are ignored) and uncompressed. */
export const refuseMediaType = (source: IncomingMessage): Problem | undefined =>
  source.headers["content-type"] === undefined && !hasBody(source)
    ? refuseEncoding(source)
    : refuseTypeOtherThan("application/json", source)

/** A body must be of this type and uncompressed. */
export const refuseTypeOtherThan = (expected: string, source: IncomingMessage): Problem | undefined =>
  source.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() === expected
    ? refuseEncoding(source)
    : { code: "unsupported_media_type", detail: `Send the body with Content-Type: ${expected}.` }

/** A body must be uncompressed. */
export const refuseEncoding = (source: IncomingMessage): Problem | undefined => {
  const encoding = source.headers["content-encoding"]
  return encoding !== undefined && encoding.trim().toLowerCase() !== "identity"
    ? { code: "unsupported_media_type", detail: "Send the body without Content-Encoding." }
    : undefined
}

/** Reads the whole body, at most `limit` bytes, if there is room for it. */
export const readBody = (
  request: HttpServerRequest.HttpServerRequest,
  source: IncomingMessage,
  limit = maxBodyBytes
): Effect.Effect<Uint8Array, Refused> =>
  Effect.withFiber((fiber) => {
    if (!hasBody(source)) return Effect.succeed(empty)
    const refuse = (bytes: number) => refuseBody(request, bytes, currentRecord(fiber))
    const declared = source.headers["content-length"]
    // The size of a chunked body is known only as it arrives.
    const isOpen = declared === undefined && isPlain(source)
    const problem = isOpen ? undefined : refuse(Number(declared ?? limit))
    if (problem !== undefined) return Refused.of(problem)
    return isPlain(source)
      ? plainBytes(source, limit, isOpen ? refuse : () => undefined)
      : inTime(source)(platformBytes(request, limit))
  })

/** Whether the body comes from a connection, and its client does not wait for 100 Continue. */
const isPlain = ({ headers, socket }: IncomingMessage): boolean =>
  // A request that this process makes to itself has no connection.
  headers.expect === undefined && socket?.remoteAddress !== undefined

const incomplete: Problem = { code: "malformed_request", detail: "The body is incomplete." }
const late: Problem = { code: "malformed_request", detail: "The body did not arrive in time." }

/**
 * Reads a body through Node's events. The platform's reader, which handles any stream, takes a tenth of the cost of a write
 * here.
 */
const plainBytes = (
  source: IncomingMessage,
  limit: number,
  /** Whether there is no room for this many more bytes; called whenever the bytes received have doubled. */
  refuse: (bytes: number) => Problem | undefined
): Effect.Effect<Uint8Array, Refused> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    let room = bytesAtOnce.least
    const stop = () => {
      clearTimeout(timer)
      source.off("data", onData).off("end", onEnd).off("close", onClose)
    }
    const refuseRest = (problem: Problem) => {
      stop()
      // Discards the rest, so that the client, or a proxy that would answer 502 instead, reads the response.
      source.resume()
      resume(Refused.of(problem))
    }
    const onData = (chunk: Uint8Array) => {
      chunks.push(chunk)
      bytes += chunk.length
      let problem = bytes > limit ? tooLarge(limit) : undefined
      for (; bytes > room && problem === undefined; room *= 2) problem = refuse(room)
      if (problem !== undefined) refuseRest(problem)
    }
    const onEnd = () => {
      stop()
      resume(Effect.succeed(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
    }
    const onClose = () => {
      stop()
      resume(Refused.of(incomplete))
    }
    // A timer rather than a fiber, as only bodies under way need one.
    const timer = setTimeout(() => refuseRest(late), arrivalLimit)
    // Every error ends in `close`.
    source.on("error", () => {})
    if (source.destroyed) return onClose()
    source.on("data", onData).on("end", onEnd).on("close", onClose)
    return Effect.sync(() => {
      stop()
      source.destroy()
    })
  })

/** Reads a body through the platform's request. */
const platformBytes = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array, Refused> =>
  Effect.map(request.arrayBuffer, (buffer) => new Uint8Array(buffer)).pipe(
    Effect.mapError(({ reason }) =>
      Refused.of(reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge(limit) : incomplete)
    ),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit))
  )

/** Cuts off a body that takes too long: the platform's reader ends the connection when it stops. */
const inTime =
  (source: IncomingMessage) =>
  <A, E>(read: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const timer = setTimeout(() => source.destroy(), arrivalLimit)
      return Effect.ensuring(
        read,
        Effect.sync(() => clearTimeout(timer))
      )
    })

/** Maximum misnamed members in one response. */
const maxErrors = 50

const empty = new Uint8Array()
// Keeps a byte order mark, so that JSON.parse refuses it (RFC 8259, 8.1).
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * The text of a JSON body, checked for what parsing would hide, and for members that closely resemble `known` ones. An empty
 * body means `{}`. With `parse`, also checks that it is a JSON object, for endpoints that do not decode their body.
 */
export const jsonText = (
  bytes: Uint8Array,
  known: KnownNames | undefined,
  parse: boolean
): Effect.Effect<string, Refused> =>
  Effect.suspend(() => {
    if (bytes.length === 0) return Effect.succeed("{}")
    let text: string
    try {
      text = strictUtf8.decode(bytes)
    } catch {
      return Refused.of({ code: "malformed_json", detail: "The body is not valid UTF-8." })
    }
    const errors: Array<FieldError> = []
    const fault = findFault(text, (name) => {
      const error = errors.length < maxErrors ? known?.misnamed(name) : undefined
      if (error !== undefined) errors.push(error)
    })
    if (fault?._tag === "TooDeep") {
      return Refused.of({ code: "malformed_json", detail: `The body is nested more than ${maxDepth} levels deep.` })
    }
    if (fault?._tag === "TooWide") {
      return Refused.of({ code: "malformed_json", detail: `The body has more than ${maxMembers} members and entries.` })
    }
    if (fault !== undefined) {
      const { code, field, message } = fault
      return Refused.of(validationFailed([{ field, code, message }]))
    }
    const [misspelt, ...others] = errors
    const problem =
      misspelt !== undefined ? validationFailed([misspelt, ...others]) : parse ? refuseText(text) : undefined
    return problem === undefined ? Effect.succeed(text) : Refused.of(problem)
  })

export const notAnObject: Problem = {
  code: "malformed_json",
  detail: "The body is valid JSON, but it must be an object: {…}."
}
export const notJson: Problem = {
  code: "malformed_json",
  detail: "The body is not valid JSON. Check its quotes, commas and braces."
}

const refuseText = (text: string): Problem | undefined => {
  try {
    return isJsonObject(JSON.parse(text)) ? undefined : notAnObject
  } catch {
    return notJson
  }
}

/** The request as the handler sees it: its body has already been read and checked. */
export const withBody = (
  request: HttpServerRequest.HttpServerRequest,
  text: string
): HttpServerRequest.HttpServerRequest => {
  const read = Effect.succeed(text)
  // Objects with the request as their prototype would each get a shape of their own, at a tenth of the server's cost of a
  // write.
  return new Proxy(request, {
    get: (target, key) => (key === "text" ? read : key === "headers" ? jsonHeaders : Reflect.get(target, key))
  })
}

/** The only header that the decoder reads. */
const jsonHeaders = Headers.fromInput({ "content-type": "application/json" })
