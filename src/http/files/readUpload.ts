import { Effect, Stream } from "effect"
import { Multipart } from "effect/http"
import { control } from "../../api/Fields.ts"
import { keptFilename } from "../../domain/keptFilename.ts"
import { FileTooLarge, InvalidInput, MalformedBody } from "../../domain/Problems.ts"
import { formParts } from "../formParts.ts"
import { mediaType } from "./servedType.ts"

/** Parts that a form may have, although one file and one field are enough. */
const maxParts = 10
/** Bytes of a field that is no file: an id, with room to spare. */
const maxField = "1 KiB"
/** Bytes around the file: boundaries, names, fields. */
const maxOverhead = 64 * 1024

/** A form that was read completely. */
export interface Upload<A> {
  /** What `take` returned for the file. */
  readonly file: A
  readonly field: (name: string) => string | undefined
}

/** The file in a form as its sender declares it. */
export interface UploadedFile {
  readonly filename: string
  readonly contentType: string
}

/** Bytes of a file as they arrive. */
export type FileBytes = Stream.Stream<Uint8Array, Multipart.MultipartError | FileTooLarge>

/**
 * Reads a form with one `file`, which `take` receives as it arrives: memory does not grow with it. Other errors in the form
 * are found only later, so `take` may have worked in vain.
 */
export const readUpload = <A, E, R>(
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
  maxBytes: number,
  take: (file: UploadedFile, bytes: FileBytes) => Effect.Effect<A, E, R>
): Effect.Effect<Upload<A>, Exclude<E, Multipart.MultipartError> | FileTooLarge | InvalidInput | MalformedBody, R> =>
  Effect.gen(function* () {
    const fields = new Map<string, string>()
    const taken: Array<A> = []
    yield* Stream.runForEach(
      formParts(parts),
      Effect.fnUntraced(function* (part) {
        if (part._tag === "Field") {
          if (part.key === "file") return yield* InvalidInput.of("file", "type", "must be a file with a name")
          fields.set(part.key, part.value)
        } else if (part.key !== "file" || taken.length > 0)
          return yield* InvalidInput.of(
            part.key || "file",
            "too_many",
            "is an extra file: the form accepts only one, named file"
          )
        else taken.push(yield* take(yield* declared(part), atMost(part.content, maxBytes)))
      })
    )
    const [file] = taken
    if (file === undefined) return yield* InvalidInput.of("file", "required", "is required")
    return { file, field: (name: string) => fields.get(name) || undefined }
  }).pipe(
    Effect.catchIf(Multipart.isMultipartError, (error) => refusalOf(error, maxBytes)),
    Effect.provideContext(
      Multipart.limitsServices({
        maxParts,
        maxFieldSize: maxField,
        // The parser counts a part's headers as content; the file itself is counted as it is taken.
        maxFileSize: maxBytes + maxOverhead,
        maxTotalSize: maxBytes + maxOverhead
      })
    )
  )

const atMost = (bytes: Stream.Stream<Uint8Array, Multipart.MultipartError>, limit: number): FileBytes =>
  Stream.suspend(() => {
    let size = 0
    return Stream.tap(bytes, (chunk) => {
      size += chunk.byteLength
      return size > limit ? Effect.fail(new FileTooLarge({ limit })) : Effect.void
    })
  })

/** The browser's description of a file, without the path that may precede its name; many declared types are invalid. */
const declared = ({ contentType, name }: Multipart.File): Effect.Effect<UploadedFile, InvalidInput> => {
  const filename = keptFilename(name.split(/[/\\]/).at(-1) ?? "")
  const [type = ""] = contentType.split(";", 1)
  if (filename === "" || !filename.isWellFormed() || control.test(filename))
    return Effect.fail(InvalidInput.of("file", "format", "must have a one-line name"))
  if ([...filename].length > 255)
    return Effect.fail(InvalidInput.of("file", "length", "must have a name of at most 255 characters"))
  const trimmed = type.trim().toLowerCase()
  return Effect.succeed({
    filename,
    contentType: mediaType.test(trimmed) ? trimmed : "application/octet-stream"
  })
}

const refusalOf = (
  { reason }: Multipart.MultipartError,
  limit: number
): Effect.Effect<never, FileTooLarge | MalformedBody> =>
  reason._tag === "FileTooLarge" || reason._tag === "BodyTooLarge"
    ? Effect.fail(new FileTooLarge({ limit }))
    : Effect.fail(
        new MalformedBody({ reason: "The body is not a valid multipart form, although its Content-Type says so." })
      )
