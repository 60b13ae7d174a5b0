import { Context, Effect, Layer } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, TicketId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import {
  type AttachmentNotUploaded,
  type FileTooLarge,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  type StorageFull,
  TicketMerged
} from "../../domain/Problems.ts"
import { ticketLimits } from "../../domain/Ticket.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { TicketStore } from "../TicketStore.ts"
import type { TicketRefusal } from "../writableTicket.ts"
import { AttachmentStore, type FileScope } from "./AttachmentStore.ts"
import type { Blob } from "./BlobStore.ts"
import { addFile, confirmFile, removeFile } from "./changeFiles.ts"
import { StorageQuota } from "./StorageQuota.ts"
import { type FileInput, Uploads, type UploadTicket } from "./Uploads.ts"

type Common = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
type Written<A, E> = Effect.Effect<Once<A>, E | NotFound | Common>
type Receipt<A> = ReceiptRequest<A> | undefined

/**
 * The files of tickets and comments. Bytes go to the blob store first, and belong to a ticket once a command says so.
 *
 * The caller is the causation's actor: a key, a member or a customer, whose id owns the uploads that it starts. The
 * portal binds its `FileScope` to the token's customer (`{ tenant, brandId, customerId }`), so that in every method other
 * customers' tickets, internal notes and their files do not exist.
 */
export class Attachments extends Context.Service<
  Attachments,
  {
    /** Announces a file of `size` bytes for a ticket or one of its comments. */
    initiate(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      input: FileInput & { readonly size: number },
      receipt?: Receipt<UploadTicket>
    ): Written<UploadTicket, FileTooLarge | StorageFull | TicketMerged | LimitReached | InvalidInput>

    /**
     * Adds an announced file to its ticket once its bytes have arrived; repeating this gives the same answer. `ifMatch`
     * is the ticket's version.
     */
    confirm(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      id: AttachmentId,
      ifMatch?: number,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, TicketRefusal | LimitReached | AttachmentNotUploaded>

    /** Adds a file whose bytes are already stored to a ticket, under an `id` that earlier records may refer to. */
    add(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      input: FileInput & { readonly id: AttachmentId },
      blob: Blob,
      ifMatch?: number,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, TicketRefusal | StorageFull | LimitReached>

    /** The uploaded files of a ticket and its comments, oldest first. */
    list(scope: FileScope, ticketId: TicketId): Effect.Effect<ReadonlyArray<Attachment>, NotFound | DatabaseUnavailable>

    get(
      scope: FileScope,
      ticketId: TicketId,
      id: AttachmentId
    ): Effect.Effect<Attachment, NotFound | DatabaseUnavailable>

    /** Removes a file; its bytes are deleted later. `ifMatch` is the ticket's version. */
    delete(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      id: AttachmentId,
      ifMatch?: number,
      receipt?: Receipt<void>
    ): Written<void, TicketRefusal>

    /** Those of `ids` that the caller can see: files on tickets, and its own unclaimed uploads. */
    existing(
      scope: FileScope,
      ids: ReadonlyArray<AttachmentId>,
      owner: string | null
    ): Effect.Effect<ReadonlyArray<Attachment>, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/Attachments") {
  static readonly layer = Layer.effect(
    Attachments,
    Effect.gen(function* () {
      const store = yield* AttachmentStore
      const tickets = yield* TicketStore
      const receipts = yield* Receipts
      const uploads = yield* Uploads
      const quota = yield* StorageQuota

      const get = (scope: FileScope, ticketId: TicketId, id: AttachmentId) =>
        orNotFound("attachment")(store.find(scope, ticketId, id))

      const initiate = Effect.fn("Attachments.initiate")(function* (
        scope: FileScope,
        causation: Causation,
        ticketId: TicketId,
        input: FileInput & { readonly size: number },
        receipt?: Receipt<UploadTicket>
      ) {
        const { file, link } = yield* uploads.announce(scope, causation, input, ticketId)
        const command = Effect.gen(function* () {
          const place = orNotFound("ticket")(store.place(scope, ticketId, input.commentId))
          const { comment, files, mergedIntoId } = yield* place
          if (mergedIntoId !== undefined) return yield* new TicketMerged({ mergedIntoId })
          if (input.commentId !== undefined && comment === undefined)
            return yield* InvalidInput.of("commentId", "unknown_id", "is not a comment on this ticket")
          if (files >= ticketLimits.attachments)
            return yield* new LimitReached({ limit: ticketLimits.attachments, what: "files per ticket" })
          const placed: Attachment = { ...file, isInternal: comment?.visibility === "internal" }
          yield* store.insert(scope, causation, placed, uploads.keyOf(scope, file))
          return { file: placed, link }
        })
        return yield* receipts.once(scope.tenant, receipt, command)
      })

      const confirm = Effect.fn("Attachments.confirm")(function* (
        scope: FileScope,
        causation: Causation,
        ticketId: TicketId,
        id: AttachmentId,
        ifMatch?: number,
        receipt?: Receipt<Attachment>
      ) {
        const file = yield* get(scope, ticketId, id)
        const collected = yield* uploads.collect(scope, file)
        return yield* tickets.execute({
          scope,
          causation,
          receipt,
          reads: { ticketId, fileIds: [id], commentIds: file.commentId === undefined ? [] : [file.commentId] },
          decide: (state) => confirmFile(state, scope, collected, ifMatch)
        })
      })

      const remove = Effect.fn("Attachments.delete")(function* (
        scope: FileScope,
        causation: Causation,
        ticketId: TicketId,
        id: AttachmentId,
        ifMatch?: number,
        receipt?: Receipt<void>
      ) {
        yield* get(scope, ticketId, id)
        return yield* tickets.execute({
          scope,
          causation,
          receipt,
          reads: { ticketId, fileIds: [id] },
          decide: (state) => removeFile(state, scope, id, ifMatch)
        })
      })

      return Attachments.of({
        initiate,
        confirm,
        add: Effect.fnUntraced(function* (scope, causation, ticketId, input, blob, ifMatch, receipt) {
          yield* quota.admit(scope.tenant, blob.size)
          const file = { ...input, owner: causation.actor.id, scan: uploads.scan }
          return yield* tickets.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId, commentIds: input.commentId === undefined ? [] : [input.commentId] },
            decide: (state) => addFile(state, scope, file, blob, ifMatch)
          })
        }),
        list: (scope, ticketId) => orNotFound("ticket")(store.list(scope, ticketId)),
        get,
        delete: remove,
        existing: Effect.fnUntraced(function* (scope, wanted, owner) {
          const files = yield* store.existing(scope, wanted, owner)
          if (files.length === 0 && !(yield* tickets.brandExists(scope)))
            return yield* new NotFound({ entity: "brand" })
          return files
        })
      })
    })
  )
}
