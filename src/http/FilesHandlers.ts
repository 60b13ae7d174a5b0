import { Clock, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Api } from "../api/Api.ts"
import type { Attachment } from "../domain/Attachment.ts"
import {
  FileTooLarge,
  InvalidInput,
  MalformedBody,
  RangeNotSatisfiable,
  RateLimited,
  UnsupportedMediaType
} from "../domain/Problems.ts"
import { BlobStore } from "../tickets/files/BlobStore.ts"
import { FileBytes } from "../tickets/files/FileBytes.ts"
import { byteRange } from "./files/byteRange.ts"
import { contentDisposition } from "./files/contentDisposition.ts"
import { FileTokens } from "./files/FileTokens.ts"
import { inlineType, servedType, signatureLength, storeType } from "./files/servedType.ts"
import { handlersOf } from "./handlersOf.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { makeParallelLimit } from "./parallelLimit.ts"
import { currentRecord } from "./RequestRecord.ts"

/**
 * Concurrent downloads per network and per caller whose links it uses: more than a browser opens, and few enough that nobody
 * takes all connections of this server.
 */
export const maxDownloads = 8
/** Seconds for which a link to the object store is valid: enough for one download, and not worth storing. */
const directLifetime = 60

/** Keep a file from doing anything where it is opened, whatever it contains. */
const inert = {
  "accept-ranges": "bytes",
  "content-security-policy": "sandbox; default-src 'none'",
  // The address is the secret, and pages of any origin may use it.
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer"
}

/** Implements the `files` group. */
export const FilesHandlers = handlersOf(
  Api,
  "files",
  Effect.fnUntraced(function* (handlers) {
    const files = yield* FileBytes
    const blobs = yield* BlobStore
    const tokens = yield* FileTokens

    const takeTurn = makeParallelLimit(
      maxDownloads,
      () => new RateLimited({ retryAfter: 1, limit: maxDownloads, remaining: 0 })
    )

    const granted = (token: string, use: "upload" | "download") =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fromResult(tokens.read(token, use, now)))

    /** The type as which a file may be shown in place, or `undefined`. */
    const shownAs = Effect.fnUntraced(function* ({ blobKey, contentType, size }: Attachment & { blobKey: string }) {
      if (size === 0) return undefined
      const start = yield* Stream.runCollect(blobs.get(blobKey, { offset: 0, length: Math.min(size, signatureLength) }))
      return inlineType(contentType, Buffer.concat([...start]))
    })

    return handlers.handleAll({
      receive: Effect.fnUntraced(function* ({ params, request }) {
        const { id, tenantId } = yield* granted(params.token, "upload")
        const file = yield* files.awaited({ id: tenantId }, id)
        const { headers } = nodeRequest(request)
        yield* refuseBody(headers, file)
        yield* files.receive(
          { id: tenantId },
          file,
          Stream.mapError(request.stream, () => new MalformedBody({ reason: "The body is incomplete." }))
        )
        return HttpServerResponse.empty({ status: 204 })
      }),

      send: Effect.fnUntraced(function* ({ params, query, request }) {
        const { holder, id, tenantId } = yield* granted(params.token, "download")
        const file = yield* files.served({ id: tenantId }, id)
        const source = nodeRequest(request)
        const etag = `"${file.sha256 ?? file.id}"`
        const asked = source.headers["if-range"] === undefined || source.headers["if-range"] === etag
        const range = asked ? byteRange(source.headers.range, file.size) : undefined
        if (range === "unsatisfiable") return yield* new RangeNotSatisfiable({ size: file.size })
        const inPlace = query.inline === "1" || query.inline === "true" ? yield* shownAs(file) : undefined
        const isHead = source.method === "HEAD"
        // Downloads bypass this server if they can. What is shown in place does not: a store sends no policy with it.
        if (blobs.direct !== undefined && inPlace === undefined && !isHead) {
          const headers = {
            contentType: storeType(file.contentType),
            contentDisposition: contentDisposition(file.filename, "attachment")
          }
          const url = yield* blobs.direct.downloadUrl(file.blobKey, headers, directLifetime)
          return HttpServerResponse.redirect(url, { status: 302, headers: inert })
        }
        if (!isHead) yield* Effect.withFiber((fiber) => takeTurn(`${currentRecord(fiber).network} ${holder}`))
        const length = range?.length ?? file.size
        const headers = {
          ...inert,
          etag,
          "content-disposition": contentDisposition(file.filename, inPlace === undefined ? "attachment" : "inline"),
          ...(range === undefined
            ? {}
            : { "content-range": `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}` })
        }
        return HttpServerResponse.stream(isHead || length === 0 ? Stream.empty : blobs.get(file.blobKey, range), {
          status: range === undefined ? 200 : 206,
          contentType: inPlace ?? servedType(file.contentType),
          contentLength: length,
          headers
        })
      })
    })
  })
)

/** The body must be exactly what was announced. */
const refuseBody = (
  headers: { readonly "content-type"?: string | undefined; readonly "content-length"?: string | undefined },
  { contentType, size }: Attachment
) =>
  Effect.suspend((): Effect.Effect<void, FileTooLarge | InvalidInput | UnsupportedMediaType> => {
    const length = headers["content-length"]
    if (length !== undefined && Number(length) > size) return Effect.fail(new FileTooLarge({ limit: size }))
    const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
    if (type !== contentType.toLowerCase()) return Effect.fail(new UnsupportedMediaType({ expected: contentType }))
    if (length === undefined) return Effect.fail(InvalidInput.of("Content-Length", "required", "is required"))
    return Number(length) === size
      ? Effect.void
      : Effect.fail(InvalidInput.of("Content-Length", "range", `must be ${size}, as announced`))
  })
