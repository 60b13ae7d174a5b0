import { openAsBlob } from "node:fs"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"
import { formParts } from "../formParts.ts"
import { nodeRequest } from "../nodeRequest.ts"
import { readBody } from "../requestBody.ts"

/** Bytes of a form without files: an address or a link. */
const maxFields = 8 * 1024
/** Bytes of an input: the text of a message, as in the API. */
const maxInput = "1 MiB"
/** Bytes of each file in a form from a visitor who is signed out, where only the text is needed. */
export const maxTextBytes = 1024 * 1024
/** Files and inputs of a form: 20 files, and custom fields besides the text. */
const maxParts = 300
/** Maximum size of all files in a form, as a multiple of the limit for one; each is written to disk. */
const filesAtOnce = 4
/** Bytes around the contents of a form: boundaries and names. */
const maxOverhead = 1024 * 1024

/** Why a form was refused; the portal's program says it in the visitor's language. */
export interface FormRefused {
  readonly status: number
  readonly why: "no form" | "broken off" | "too large"
  /** Bytes, if a single limit was exceeded. */
  readonly limit?: number
  /** The inputs read before the file that was too large. */
  readonly written?: FormData
}

/** Reads a form without files. */
export const readFields = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    const source = nodeRequest(request)
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(source.headers["content-type"] ?? "")) return notAForm
    const body = yield* readBody(request, source, maxFields)
    const form = new FormData()
    for (const [name, value] of new URLSearchParams(Buffer.from(body).toString())) form.append(name, value)
    return form
  }).pipe(
    Effect.catchTag("Refused", ({ problem }) =>
      Effect.succeed<FormRefused>(problem.code === "payload_too_large" ? tooLarge(maxFields) : brokenOff)
    )
  )

/** Reads a form with its files, which stay on disk until the request ends. */
export const readFiles = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  maxFileBytes: number
) {
  const written = new FormData()
  return yield* Effect.gen(function* () {
    const type = nodeRequest(request).headers["content-type"] ?? ""
    if (!/^multipart\/form-data\s*;/i.test(type)) return notAForm
    const parts = yield* Multipart.toPersisted(
      Stream.tap(formParts(request.multipartStream), (part) =>
        Effect.sync(() => {
          if (Multipart.isField(part)) written.append(part.key, part.value)
        })
      )
    )
    const form = new FormData()
    for (const [name, values] of Object.entries(parts))
      for (const value of typeof values === "string" ? [values] : values)
        if (typeof value === "string") form.append(name, value)
        else {
          const content = yield* Effect.promise(() => openAsBlob(value.path, { type: value.contentType }))
          if (content.size > maxFileBytes) return { ...tooLarge(maxFileBytes), written }
          form.append(name, content, value.name)
        }
    return form
  }).pipe(
    Effect.catchTag("MultipartError", ({ reason }) =>
      reason._tag === "InternalError"
        ? Effect.succeed({ ...brokenOff, written })
        : Effect.succeed(reason._tag === "Parse" ? notAForm : { ...tooLarge(), written })
    ),
    Effect.provideContext(
      Multipart.limitsServices({
        maxParts,
        maxFieldSize: maxInput,
        // The parser counts a part's headers as content.
        maxFileSize: maxFileBytes + 64 * 1024,
        maxTotalSize: filesAtOnce * maxFileBytes + maxOverhead
      })
    )
  )
})

const tooLarge = (limit?: number): FormRefused => ({
  status: 413,
  why: "too large",
  ...(limit === undefined ? {} : { limit })
})
const notAForm: FormRefused = { status: 415, why: "no form" }
const brokenOff: FormRefused = { status: 400, why: "broken off" }
