import { Context, DateTime, Effect, Layer } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { AttachmentId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  AttachmentInUse,
  type AttachmentNotUploaded,
  type FileTooLarge,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  LimitReached,
  type NotFound,
  type StorageFull
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { AttachmentStore } from "./AttachmentStore.ts"
import type { Blob } from "./BlobStore.ts"
import { StorageQuota } from "./StorageQuota.ts"
import { type FileInput, Uploads, type UploadTicket } from "./Uploads.ts"

/** Maximum number of uploads without a ticket that one caller may have at a time. */
export const maxUnclaimed = 20

type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>
type Receipt<A> = ReceiptRequest<A> | undefined

/**
 * Files that wait for a ticket or comment to claim them by id (`attachmentIds`). Only the actor who started an upload, a
 * key, member or customer, can see it.
 */
export class PendingUploads extends Context.Service<
  PendingUploads,
  {
    /** Announces a file of `size` bytes. */
    initiate(
      scope: BrandScope,
      causation: Causation,
      input: FileInput & { readonly size: number },
      receipt?: Receipt<UploadTicket>
    ): Written<UploadTicket, FileTooLarge | StorageFull | LimitReached>

    /** Makes an announced file claimable once its bytes have arrived; repeating this gives the same answer. */
    confirm(
      scope: BrandScope,
      causation: Causation,
      id: AttachmentId,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, AttachmentNotUploaded | AttachmentInUse>

    /** Does `initiate` and `confirm` in one step, for bytes that are already stored. */
    add(
      scope: BrandScope,
      causation: Causation,
      input: FileInput,
      blob: Blob,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, StorageFull | LimitReached>
  }
>()("trunkline/tickets/PendingUploads") {
  static readonly layer = Layer.effect(
    PendingUploads,
    Effect.gen(function* () {
      const store = yield* AttachmentStore
      const uploads = yield* Uploads
      const quota = yield* StorageQuota
      const receipts = yield* Receipts
      const ids = yield* IdGenerator

      /**
       * Makes room for another upload of the owner. Files that people added to a form and removed again, or could not
       * send, would otherwise keep them from adding any for a day, so their oldest ones are dropped. Programs get an
       * error.
       */
      const makeRoom = Effect.fnUntraced(function* (scope: BrandScope, { id, type }: Causation["actor"]) {
        const owner = id ?? ""
        if ((yield* orNotFound("brand")(store.countUnclaimed(scope, owner))) < maxUnclaimed) return
        if (type === "api_key") return yield* new LimitReached({ limit: maxUnclaimed, what: "pending attachments" })
        yield* store.forgetUnclaimed(scope, owner, maxUnclaimed - 1)
      })

      const initiate = Effect.fn("PendingUploads.initiate")(function* (
        scope: BrandScope,
        causation: Causation,
        input: FileInput & { readonly size: number },
        receipt?: Receipt<UploadTicket>
      ) {
        const announced = yield* uploads.announce(scope, causation, { ...input, commentId: undefined })
        const { file } = announced
        const command = makeRoom(scope, causation.actor).pipe(
          Effect.andThen(store.insert(scope, causation, file, uploads.keyOf(scope, file))),
          Effect.as(announced)
        )
        return yield* receipts.once(scope.tenant, receipt, command)
      })

      const confirm = Effect.fn("PendingUploads.confirm")(function* (
        scope: BrandScope,
        causation: Causation,
        id: AttachmentId,
        receipt?: Receipt<Attachment>
      ) {
        const file = yield* orNotFound("attachment")(store.findPending(scope, id, causation.actor.id))
        const collected = yield* uploads.collect(scope, file)
        const ready = collected === undefined ? file : { ...file, blobKey: collected.key, sha256: collected.sha256 }
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.gen(function* () {
            const confirmed = yield* orNotFound("attachment")(store.confirmPending(scope, causation, ready))
            return confirmed.ticketId === undefined ? confirmed : yield* new AttachmentInUse({ attachmentId: id })
          })
        )
      })

      const add = Effect.fn("PendingUploads.add")(function* (
        scope: BrandScope,
        causation: Causation,
        { contentType, filename, metadata, uploadedBy }: FileInput,
        blob: Blob,
        receipt?: Receipt<Attachment>
      ) {
        yield* quota.admit(scope.tenant, blob.size)
        const now = yield* DateTime.now
        const owner = causation.actor.id ?? ""
        const file: Attachment = {
          id: ids.next("attachment"),
          brandId: scope.brandId,
          filename,
          contentType,
          metadata,
          uploadedBy,
          owner,
          size: blob.size,
          sha256: blob.sha256,
          blobKey: blob.key,
          status: "UPLOADED",
          isInternal: false,
          inline: false,
          scan: uploads.scan,
          createdAt: now,
          updatedAt: now
        }
        return yield* receipts.once(
          scope.tenant,
          receipt,
          makeRoom(scope, causation.actor).pipe(Effect.andThen(store.insert(scope, causation, file)), Effect.as(file))
        )
      })

      return PendingUploads.of({ initiate, confirm, add })
    })
  )
}
