import { Effect, Schema, Stream } from "effect"
import type { InboundFile } from "../../domain/InboundMessage.ts"
import type { BlobStore } from "../files/BlobStore.ts"

/** A file of a message could not be downloaded from its provider. */
export class FileTrouble extends Schema.TaggedError<FileTrouble>()("FileTrouble", {
  /** Another attempt may succeed. */
  passing: Schema.Boolean,
  reason: Schema.String
}) {
  override get message() {
    return `An attached file could not be downloaded: ${this.reason}`
  }

  static readonly later = (reason: string) => new FileTrouble({ passing: true, reason })
  static readonly never = (reason: string) => new FileTrouble({ passing: false, reason })
}

/** Stores the body of `response` as a file of a message: at most `largest` bytes. */
export const keepFetched = Effect.fnUntraced(function* (
  blobs: BlobStore["Service"],
  tenantId: string,
  response: Response,
  file: Pick<InboundFile, "filename" | "contentType">,
  largest: number
) {
  const { body } = response
  if (body === null) return yield* FileTrouble.never("it is empty")
  const bytes = Stream.fromReadableStream({
    evaluate: () => body,
    onError: () => FileTrouble.later("the connection broke")
  })
  const { key, sha256, size } = yield* blobs.put(tenantId, limited(bytes, largest))
  return { ...file, size, sha256, blobKey: key, inline: false } satisfies InboundFile
})

/** Fails once a stream exceeds its limit. */
const limited = <E>(bytes: Stream.Stream<Uint8Array, E>, largest: number) =>
  Stream.mapAccumEffect(
    bytes,
    () => 0,
    (total, chunk) =>
      total + chunk.length > largest
        ? Effect.fail(FileTrouble.never("it is too large"))
        : Effect.succeed([total + chunk.length, [chunk]] as const)
  )
