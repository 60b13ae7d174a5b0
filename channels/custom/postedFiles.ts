import { DateTime, Effect, Result, Stream } from "effect"
import type { CustomPost } from "../../src/domain/CustomPost.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { type AttachmentId, parseId } from "../../src/domain/Ids.ts"
import type { InboundFile } from "../../src/domain/InboundMessage.ts"
import { iso } from "../../src/domain/iso.ts"
import { keptFilename } from "../../src/domain/keptFilename.ts"
import { InvalidInput } from "../../src/domain/Problems.ts"
import { type Callbacks, FetchFailed } from "../../src/tickets/connections/Callbacks.ts"
import type { BlobStore } from "../../src/tickets/files/BlobStore.ts"

/** Bytes. The most that the fetched files of one message may have together. */
const maxTogether = 200 * 1024 * 1024

/** Characters of a file's name that the note in its place keeps. */
const maxNoteName = 250

/** The files of a message: uploads that it adopts, and files that were fetched. */
export interface PostedFiles {
  readonly attachmentIds: ReadonlyArray<AttachmentId>
  readonly files: ReadonlyArray<InboundFile>
}

type Posted = NonNullable<CustomPost["attachments"]>[number]

/**
 * Resolves the uploads and fetches the files that a message names. A URL that must not be fetched is the sender's error.
 * One that does not respond does not cost the message: a note takes the file's place, and the message can be reprocessed.
 */
export const postedFiles = Effect.fn("postedFiles")(function* (
  { blobs, callbacks }: { readonly blobs: BlobStore["Service"]; readonly callbacks: Callbacks["Service"] },
  tenantId: string,
  posted: ReadonlyArray<Posted>,
  maxBytes: number
): Effect.fn.Return<PostedFiles, InvalidInput | DatabaseUnavailable> {
  const attachmentIds: Array<AttachmentId> = []
  const wanted: Array<{ readonly url: URL; readonly place: string; readonly file: Posted }> = []
  for (const [index, file] of posted.entries()) {
    const place = `attachments[${index}]`
    if (file.attachmentId !== undefined) {
      const id = parseId("attachment", file.attachmentId)
      if (id._tag === "None")
        return yield* InvalidInput.of(`${place}.attachmentId`, "unknown_id", "is not a confirmed upload of this brand")
      attachmentIds.push(id.value)
    } else {
      const judged = callbacks.judgeUrl(file.url ?? "")
      if (Result.isFailure(judged)) return yield* InvalidInput.of(`${place}.url`, "format", judged.failure)
      wanted.push({ url: judged.success, place, file })
    }
  }

  let left = maxTogether
  const fetched = ({ file, place, url }: (typeof wanted)[number]) => {
    const bytes = callbacks.fetch(url, maxBytes).pipe(
      Stream.mapEffect((chunk) => {
        left -= chunk.byteLength
        return left < 0
          ? Effect.fail(new FetchFailed({ reason: "too_large", forbidden: false }))
          : Effect.succeed(chunk)
      })
    )
    const kept = Effect.map(blobs.put(tenantId, bytes), ({ key, sha256, size }) =>
      fileOf(file.filename ?? "file", file.contentType ?? "application/octet-stream", { key, sha256, size })
    )
    return Effect.catchTag(
      kept,
      "FetchFailed",
      ({ forbidden, reason }): Effect.Effect<InboundFile, InvalidInput | DatabaseUnavailable> =>
        forbidden
          ? Effect.fail(InvalidInput.of(`${place}.url`, "not_allowed", "leads to an address that is not public"))
          : noteInstead(blobs, tenantId, file.filename ?? "file", reason, url)
    )
  }
  return { attachmentIds, files: yield* Effect.forEach(wanted, fetched, { concurrency: "unbounded" }) }
})

/** The note in place of a file that could not be fetched. */
const noteInstead = Effect.fnUntraced(function* (
  blobs: BlobStore["Service"],
  tenantId: string,
  filename: string,
  reason: string,
  { origin, pathname }: URL
) {
  const at = iso(yield* DateTime.now)
  const note = `${filename} could not be downloaded at ${at}: ${reason}.\nIts URL was ${origin}${pathname}\n`
  const blob = yield* blobs.put(tenantId, Stream.make(new TextEncoder().encode(note)))
  return fileOf(`${[...filename].slice(0, maxNoteName).join("")}.txt`, "text/plain", blob)
})

const fileOf = (
  filename: string,
  contentType: string,
  { key, sha256, size }: { readonly key: string; readonly sha256: string; readonly size: number }
): InboundFile => ({ filename: keptFilename(filename), contentType, size, sha256, blobKey: key, inline: false })
