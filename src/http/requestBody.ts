import type { IncomingMessage } from "node:http"
import { ByteSize, Effect } from "effect"
import { Headers, HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { validationFailed } from "../api/problemOf.ts"
import { isJsonObject } from "../domain/Json.ts"
import type { FieldError } from "../domain/Problems.ts"
import { bytesAtOnce } from "./BytesInHand.ts"
import { findFault, maxDepth, maxMembers } from "./jsonText.ts"
import type { KnownNames } from "./KnownNames.ts"
import { Refused } from "./Refused.ts"
import { currentRecord } from "./RequestRecord.ts"
import { refuseBody } from "./refuseLoad.ts"

/** Bytes of a JSON body. */
export const maxBodyBytes = 2 * 1024 * 1024

/** Milliseconds that a JSON body may take to arrive; files have longer. */
export const arrivalLimit = 60_000

const tooLarge = (limit: number): Problem => ({
  code: "payload_too_large",
  detail: `The body is larger than ${limit} bytes.`,
  extra: { limit }
})

/** A body whose declared length is over the limit, refused before anything of it is read. */
export const refuseLength = (source: IncomingMessage, limit = maxBodyBytes): Problem | undefined =>
  Number(source.headers["content-length"] ?? 0) > limit ? tooLarge(limit) : undefined

const hasBody = (source: IncomingMessage) =>
  source.headers["transfer-encoding"] !== undefined || Number(source.headers["content-length"] ?? 0) > 0

/** A body must be `application/json` (parameters are ignored) and not compressed. */
export const refuseMediaType = (source: IncomingMessage): Problem | undefined =>
  source.headers["content-type"] === undefined && !hasBody(source)
    ? refuseEncoding(source)
    : refuseTypeOtherThan("application/json", source)

/** A body must be of this type and not compressed. */
export const refuseTypeOtherThan = (expected: string, source: IncomingMessage): Problem | undefined =>
  source.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() === expected
    ? refuseEncoding(source)
    : { code: "unsupported_media_type", detail: `Send the body with Content-Type: ${expected}.` }

/** A body must not be compressed. */
export const refuseEncoding = (source: IncomingMessage): Problem | undefined => {
  const encoding = source.headers["content-encoding"]
  return encoding !== undefined && encoding.trim().toLowerCase() !== "identity"
    ? { code: "unsupported_media_type", detail: "Send the body without Content-Encoding." }
    : undefined
}

/** Reads the whole body, at most `limit` bytes of it, when there is room for it. */
export const readBody = (
  request: HttpServerRequest.HttpServerRequest,
  source: IncomingMessage,
  limit = maxBodyBytes
): Effect.Effect<Uint8Array, Refused> =>
  Effect.withFiber((fiber) => {
    if (!hasBody(source)) return Effect.succeed(empty)
    const refuse = (bytes: number) => refuseBody(request, bytes, currentRecord(fiber))
    const declared = source.headers["content-length"]
    // What comes in chunks says how much it is only as it comes.
    const isOpen = declared === undefined && isPlain(source)
    const problem = isOpen ? undefined : refuse(Number(declared ?? limit))
    if (problem !== undefined) return Refused.of(problem)
    const read = isPlain(source)
      ? plainBytes(source, limit, isOpen ? refuse : () => undefined)
      : platformBytes(request, limit)
    return inTime(source)(read)
  })

/** Whether the body of a request is on its connection, and its client does not wait to be asked for it. */
const isPlain = ({ headers, socket }: IncomingMessage): boolean =>
  // A request that this process makes has no connection.
  headers.expect === undefined && socket?.remoteAddress !== undefined

const incomplete: Problem = { code: "malformed_request", detail: "The body is incomplete." }

/** What comes of a body, as Node tells it. The platform reads any stream so, and takes a tenth of all that a write costs here. */
const plainBytes = (
  source: IncomingMessage,
  limit: number,
  /** Whether there is no room for so many bytes more: asked whenever those that came have doubled. */
  refuse: (bytes: number) => Problem | undefined
): Effect.Effect<Uint8Array, Refused> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    let room = bytesAtOnce.least
    const stop = () => source.off("data", onData).off("end", onEnd).off("close", onClose)
    const onData = (chunk: Uint8Array) => {
      chunks.push(chunk)
      bytes += chunk.length
      let problem = bytes > limit ? tooLarge(limit) : undefined
      for (; bytes > room && problem === undefined; room *= 2) problem = refuse(room)
      if (problem === undefined) return
      stop()
      // The rest is let go by, so that the client reads its answer.
      source.resume()
      resume(Refused.of(problem))
    }
    const onEnd = () => {
      stop()
      resume(Effect.succeed(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
    }
    const onClose = () => {
      stop()
      resume(Refused.of(incomplete))
    }
    // What goes wrong ends in `close`.
    source.on("error", () => {})
    if (source.destroyed) return onClose()
    source.on("data", onData).on("end", onEnd).on("close", onClose)
    return Effect.sync(() => {
      stop()
      source.destroy()
    })
  })

/** A body as the platform's request has it. */
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

/** Cuts off a body that takes too long. Of all requests only these wait for their time, so it is a timer and no fiber. */
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

/** Misnamed members that one answer lists at most. */
const maxErrors = 50

const empty = new Uint8Array()
// A byte order mark is kept, so that JSON.parse refuses it (RFC 8259, 8.1).
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * The text of a JSON body, checked for what parsing would hide, and for members that are nearly `known` ones; an empty body
 * means `{}`. With `parse`, also that it is JSON and an object, for endpoints whose body nobody decodes.
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

/** The request as the handler sees it: its body is read and checked already. */
export const withBody = (
  request: HttpServerRequest.HttpServerRequest,
  text: string
): HttpServerRequest.HttpServerRequest => {
  const read = Effect.succeed(text)
  // Objects that are made with the request as their prototype have a shape each: a tenth of what a write costs the server.
  return new Proxy(request, {
    get: (target, key) => (key === "text" ? read : key === "headers" ? jsonHeaders : Reflect.get(target, key))
  })
}

/** All that the decoder asks of the headers. */
const jsonHeaders = Headers.fromInput({ "content-type": "application/json" })
