import { Clock, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import type { Attachment } from "../domain/Attachment.ts"
import {
  FileTooLarge,
  InvalidInput,
  MalformedBody,
  RangeNotSatisfiable,
  UnsupportedMediaType
} from "../domain/Problems.ts"
import { Attachments } from "../tickets/Attachments.ts"
import { BlobStore } from "../tickets/BlobStore.ts"
import { byteRange } from "./files/byteRange.ts"
import { contentDisposition } from "./files/contentDisposition.ts"
import { FileTokens } from "./files/FileTokens.ts"
import { inlineType, servedType, signatureLength } from "./files/servedType.ts"
import { nodeRequest } from "./nodeRequest.ts"

/** What keeps a file from doing anything where it is opened, whatever is in it. */
const inert = {
  "accept-ranges": "bytes",
  "content-security-policy": "sandbox; default-src 'none'",
  // The address is the secret, and pages of any origin may use it.
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer"
}

/** Answers the `files` group. */
export const FilesHandlers = HttpApiBuilder.group(
  Api,
  "files",
  Effect.fnUntraced(function* (handlers) {
    const attachments = yield* Attachments
    const blobs = yield* BlobStore
    const tokens = yield* FileTokens

    const granted = (token: string, use: "upload" | "download") =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fromResult(tokens.read(token, use, now)))

    /** The type as which a file is shown in place, if it may be. */
    const shownAs = Effect.fnUntraced(function* ({ blobKey, contentType, size }: Attachment & { blobKey: string }) {
      if (size === 0) return undefined
      const start = yield* Stream.runCollect(blobs.get(blobKey, { offset: 0, length: Math.min(size, signatureLength) }))
      return inlineType(contentType, Buffer.concat([...start]))
    })

    return handlers.handleAll({
      receive: Effect.fnUntraced(function* ({ params, request }) {
        const { id, tenantId } = yield* granted(params.token, "upload")
        const file = yield* attachments.awaited({ id: tenantId }, id)
        const { headers } = nodeRequest(request)
        yield* refuseBody(headers, file)
        yield* attachments.receive(
          { id: tenantId },
          file,
          Stream.mapError(request.stream, () => new MalformedBody({ reason: "The body ended before it was complete." }))
        )
        return HttpServerResponse.empty({ status: 204 })
      }),

      send: Effect.fnUntraced(function* ({ params, query, request }) {
        const { id, tenantId } = yield* granted(params.token, "download")
        const file = yield* attachments.served({ id: tenantId }, id)
        const source = nodeRequest(request)
        const etag = `"${file.sha256 ?? file.id}"`
        const asked = source.headers["if-range"] === undefined || source.headers["if-range"] === etag
        const range = asked ? byteRange(source.headers.range, file.size) : undefined
        if (range === "unsatisfiable") return yield* new RangeNotSatisfiable({ size: file.size })
        const inPlace = query.inline === "1" || query.inline === "true" ? yield* shownAs(file) : undefined
        const length = range?.length ?? file.size
        const headers = {
          ...inert,
          etag,
          "content-disposition": contentDisposition(file.filename, inPlace === undefined ? "attachment" : "inline"),
          ...(range === undefined
            ? {}
            : { "content-range": `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}` })
        }
        const bytes = source.method === "HEAD" || length === 0 ? Stream.empty : blobs.get(file.blobKey, range)
        return HttpServerResponse.stream(bytes, {
          status: range === undefined ? 200 : 206,
          contentType: inPlace ?? servedType(file.contentType),
          contentLength: length,
          headers
        })
      })
    })
  })
)

/** The body must be what was announced, to the byte. */
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
