import { Context, DateTime, Effect, Layer } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { type CommentId, type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { AttachmentNotUploaded, FileTooLarge, type StorageFull } from "../../domain/Problems.ts"
import { type Blob, BlobStore } from "./BlobStore.ts"
import { FileLinks, type SignedUrl } from "./FileLinks.ts"
import { MalwareScanner } from "./MalwareScanner.ts"
import { StorageQuota } from "./StorageQuota.ts"

/** A file as announced by its caller. */
export interface FileInput extends Pick<Attachment, "filename" | "contentType" | "uploadedBy" | "metadata"> {
  readonly commentId?: CommentId | undefined
}

/** What a caller needs to send the bytes of a pending file. */
export interface UploadTicket {
  readonly file: Attachment
  readonly link: SignedUrl
}

/** The common part of uploads with and without a ticket. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Maximum number of bytes of one file. */
    readonly maxBytes: number

    /** The scan status of a new file. */
    readonly scan: Attachment["scan"]

    /** Creates an announced file, without storing it, and the link to which its bytes are to be sent. */
    announce(
      scope: BrandScope,
      causation: Causation,
      input: FileInput & { readonly size: number },
      ticketId?: TicketId
    ): Effect.Effect<UploadTicket, FileTooLarge | StorageFull | DatabaseUnavailable>

    /** The key of what is sent to the object store for the file until it is collected; `undefined` without a store. */
    keyOf(scope: BrandScope, file: Attachment): string | undefined

    /** The bytes of a pending file that were sent directly to the object store; `undefined` if they are already known. */
    collect(
      scope: BrandScope,
      file: Attachment
    ): Effect.Effect<Blob | undefined, AttachmentNotUploaded | DatabaseUnavailable>
  }
>()("trunkline/tickets/Uploads") {
  static readonly layer = ({ maxBytes }: { readonly maxBytes: number }) =>
    Layer.effect(
      Uploads,
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const links = yield* FileLinks
        const ids = yield* IdGenerator
        const quota = yield* StorageQuota
        const scan = (yield* MalwareScanner).scan === undefined ? undefined : "pending"

        return Uploads.of({
          maxBytes,
          scan,

          announce: Effect.fnUntraced(function* (scope, { actor }, input, ticketId) {
            if (input.size > maxBytes) return yield* new FileTooLarge({ limit: maxBytes })
            yield* quota.admit(scope.tenant, input.size)
            const now = yield* DateTime.now
            const file: Attachment = {
              ...input,
              id: ids.next("attachment"),
              brandId: scope.brandId,
              ticketId,
              owner: actor.id ?? undefined,
              status: "PENDING",
              isInternal: false,
              inline: false,
              scan,
              createdAt: now,
              updatedAt: now
            }
            return { file, link: yield* links.upload(scope.tenant, file) }
          }),

          keyOf: ({ tenant }, { id }) => blobs.direct?.uploadKey({ tenantId: tenant.id, id: uuidOf(id) }),

          collect: Effect.fnUntraced(function* ({ tenant }, file) {
            if (file.status !== "PENDING" || file.blobKey !== undefined) return undefined
            const { contentType, id, size } = file
            const upload = { tenantId: tenant.id, id: uuidOf(id), contentType, size }
            const { blob, received }: { readonly received: number; readonly blob?: Blob } =
              blobs.direct === undefined ? { received: 0 } : yield* blobs.direct.collect(upload)
            return blob ?? (yield* new AttachmentNotUploaded({ expectedSize: size, receivedSize: received }))
          })
        })
      })
    )
}
