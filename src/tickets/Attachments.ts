import { Context, DateTime, Effect, Layer, Option, type Stream } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { type AttachmentId, type CommentId, type TicketId, uuidOf } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import {
  AttachmentInUse,
  AttachmentNotUploaded,
  FileTooLarge,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  TicketMerged
} from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import { ticketLimits } from "../domain/Ticket.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { AttachmentStore, type FileScope } from "./AttachmentStore.ts"
import { type Blob, BlobStore } from "./BlobStore.ts"
import { addFile, confirmFile, removeFile } from "./changeFiles.ts"
import { FileLinks, type SignedUrl } from "./FileLinks.ts"
import { TicketStore } from "./TicketStore.ts"
import type { TicketRefusal } from "./writableTicket.ts"

/** Uploads without a ticket that one caller may have at a time. */
export const maxUnclaimed = 20

/** A file as its caller announces it. */
export interface FileInput extends Pick<Attachment, "filename" | "contentType" | "uploadedBy" | "metadata"> {
  readonly commentId?: CommentId | undefined
}

/** What a caller needs to send the bytes of a pending file. */
export interface UploadTicket {
  readonly file: Attachment
  readonly link: SignedUrl
}

type Common = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
type Written<A, E> = Effect.Effect<Once<A>, E | NotFound | Common>
type Receipt<A> = ReceiptRequest<A> | undefined

/**
 * The files of tickets and comments. Bytes go to the blob store first, and belong to a ticket once a command says so.
 *
 * A caller is its causation's actor: a key, a member or a customer, whose id owns the uploads it starts. A portal binds
 * its `FileScope` to the token's customer (`{ tenant, brandId, customerId }`): then tickets of others, internal notes
 * and their files are unknown, in every method.
 */
export class Attachments extends Context.Service<
  Attachments,
  {
    /** Bytes that one file may have. */
    readonly maxBytes: number

    /** Announces a file of `size` bytes for a ticket or one of its comments. */
    initiate(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      input: FileInput & { readonly size: number },
      receipt?: Receipt<UploadTicket>
    ): Written<UploadTicket, FileTooLarge | TicketMerged | LimitReached | InvalidInput>

    /** Makes an announced file one of its ticket's, once its bytes are there; again, it answers the same. `ifMatch`: the ticket's version. */
    confirm(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      id: AttachmentId,
      ifMatch?: number,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, TicketRefusal | AttachmentNotUploaded>

    /** Gives a ticket a file whose bytes are kept already. `id` names it, where something made before refers to it. */
    add(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      input: FileInput & { readonly id: AttachmentId },
      blob: Blob,
      ifMatch?: number,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, TicketRefusal | LimitReached>

    /** The uploaded files of a ticket and its comments, oldest first. */
    list(scope: FileScope, ticketId: TicketId): Effect.Effect<ReadonlyArray<Attachment>, NotFound | DatabaseUnavailable>

    get(
      scope: FileScope,
      ticketId: TicketId,
      id: AttachmentId
    ): Effect.Effect<Attachment, NotFound | DatabaseUnavailable>

    /** Takes a file away; its bytes follow. `ifMatch`: the ticket's version. */
    delete(
      scope: FileScope,
      causation: Causation,
      ticketId: TicketId,
      id: AttachmentId,
      ifMatch?: number,
      receipt?: Receipt<void>
    ): Written<void, TicketRefusal>

    /** Of `ids` the files that the caller can see: those on tickets, and its own that wait for one. */
    existing(
      scope: FileScope,
      ids: ReadonlyArray<AttachmentId>,
      owner: string | null
    ): Effect.Effect<ReadonlyArray<Attachment>, NotFound | DatabaseUnavailable>

    /** Announces a file that a ticket or comment made later takes over by its id (`attachmentIds`). */
    initiatePending(
      scope: BrandScope,
      causation: Causation,
      input: FileInput & { readonly size: number },
      receipt?: Receipt<UploadTicket>
    ): Written<UploadTicket, FileTooLarge | LimitReached>

    confirmPending(
      scope: BrandScope,
      causation: Causation,
      id: AttachmentId,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, AttachmentNotUploaded | AttachmentInUse>

    /** As `initiatePending` and `confirmPending` in one, for bytes that are kept already. */
    addPending(
      scope: BrandScope,
      causation: Causation,
      input: FileInput,
      blob: Blob,
      receipt?: Receipt<Attachment>
    ): Written<Attachment, LimitReached>

    /** The pending file that an upload address belongs to. */
    awaited(
      tenant: Pick<Tenant, "id">,
      id: AttachmentId
    ): Effect.Effect<Attachment, NotFound | InvalidState | DatabaseUnavailable>

    /** Keeps the bytes of a pending file, instead of those that came before. */
    receive<E, R>(
      tenant: Pick<Tenant, "id">,
      file: Attachment,
      bytes: Stream.Stream<Uint8Array, E, R>
    ): Effect.Effect<void, E | NotFound | InvalidState | AttachmentNotUploaded | DatabaseUnavailable, R>

    /** The uploaded file that a download address belongs to, as long as somebody can see it. */
    served(
      tenant: Pick<Tenant, "id">,
      id: AttachmentId
    ): Effect.Effect<Attachment & { readonly blobKey: string }, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/Attachments") {
  static readonly layer = ({ maxBytes }: { readonly maxBytes: number }) =>
    Layer.effect(
      Attachments,
      Effect.gen(function* () {
        const store = yield* AttachmentStore
        const tickets = yield* TicketStore
        const receipts = yield* Receipts
        const blobs = yield* BlobStore
        const links = yield* FileLinks
        const ids = yield* IdGenerator

        /** A file that is announced, and where its bytes are to be sent. */
        const announce = Effect.fnUntraced(function* (
          scope: BrandScope,
          { actor }: Causation,
          input: FileInput & { readonly size: number },
          ticketId?: TicketId
        ) {
          if (input.size > maxBytes) return yield* new FileTooLarge({ limit: maxBytes })
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
            createdAt: now,
            updatedAt: now
          }
          return { file, link: yield* links.upload(scope.tenant, file) }
        })

        const uploadKeyOf = (scope: BrandScope, { id }: Attachment) =>
          blobs.direct?.uploadKey({ tenantId: scope.tenant.id, id: uuidOf(id) })

        /** The bytes of a pending file that were sent past this server; none when they are known already. */
        const collect = Effect.fnUntraced(function* (scope: BrandScope, file: Attachment) {
          if (file.status !== "PENDING" || file.blobKey !== undefined) return undefined
          const { contentType, id, size } = file
          const upload = { tenantId: scope.tenant.id, id: uuidOf(id), contentType, size }
          const { blob, received }: { readonly received: number; readonly blob?: Blob } =
            blobs.direct === undefined ? { received: 0 } : yield* blobs.direct.collect(upload)
          return blob ?? (yield* new AttachmentNotUploaded({ expectedSize: size, receivedSize: received }))
        })

        const get = Effect.fnUntraced(function* (scope: FileScope, ticketId: TicketId, id: AttachmentId) {
          const file = yield* store.find(scope, ticketId, id)
          return Option.isNone(file) ? yield* new NotFound({ entity: "attachment" }) : file.value
        })

        /** Fails when the owner has no room for another upload without ticket. */
        const makeRoom = Effect.fnUntraced(function* (scope: BrandScope, owner: string) {
          const waiting = yield* store.countUnclaimed(scope, owner)
          if (Option.isNone(waiting)) return yield* new NotFound({ entity: "brand" })
          if (waiting.value >= maxUnclaimed)
            return yield* new LimitReached({ limit: maxUnclaimed, what: "uploads waiting for a ticket" })
        })

        const initiate = Effect.fn("Attachments.initiate")(function* (
          scope: FileScope,
          causation: Causation,
          ticketId: TicketId,
          input: FileInput & { readonly size: number },
          receipt?: Receipt<UploadTicket>
        ) {
          const { file, link } = yield* announce(scope, causation, input, ticketId)
          const command = Effect.gen(function* () {
            const place = yield* store.place(scope, ticketId, input.commentId)
            if (Option.isNone(place)) return yield* new NotFound({ entity: "ticket" })
            const { comment, files, mergedIntoId } = place.value
            if (mergedIntoId !== undefined) return yield* new TicketMerged({ mergedIntoId })
            if (input.commentId !== undefined && comment === undefined)
              return yield* InvalidInput.of("commentId", "unknown_id", "is no comment of this ticket")
            if (files >= ticketLimits.attachments)
              return yield* new LimitReached({ limit: ticketLimits.attachments, what: "files per ticket" })
            const placed: Attachment = { ...file, isInternal: comment?.visibility === "internal" }
            yield* store.insert(scope, causation, placed, uploadKeyOf(scope, file))
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
          const collected = yield* collect(scope, file)
          return yield* tickets.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId, fileIds: [id], commentIds: file.commentId === undefined ? [] : [file.commentId] },
            decide: (state) => confirmFile(state, scope, collected, ifMatch)
          })
        })

        const initiatePending = Effect.fn("Attachments.initiatePending")(function* (
          scope: BrandScope,
          causation: Causation,
          input: FileInput & { readonly size: number },
          receipt?: Receipt<UploadTicket>
        ) {
          const announced = yield* announce(scope, causation, { ...input, commentId: undefined })
          const { file } = announced
          const command = makeRoom(scope, file.owner ?? "").pipe(
            Effect.andThen(store.insert(scope, causation, file, uploadKeyOf(scope, file))),
            Effect.as(announced)
          )
          return yield* receipts.once(scope.tenant, receipt, command)
        })

        const confirmPending = Effect.fn("Attachments.confirmPending")(function* (
          scope: BrandScope,
          causation: Causation,
          id: AttachmentId,
          receipt?: Receipt<Attachment>
        ) {
          const found = yield* store.findPending(scope, id, causation.actor.id)
          if (Option.isNone(found)) return yield* new NotFound({ entity: "attachment" })
          const file = found.value
          const collected = yield* collect(scope, file)
          const ready = collected === undefined ? file : { ...file, blobKey: collected.key, sha256: collected.sha256 }
          return yield* receipts.once(
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              const confirmed = yield* store.confirmPending(scope, causation, ready)
              if (Option.isNone(confirmed)) return yield* new NotFound({ entity: "attachment" })
              return confirmed.value.ticketId === undefined ? confirmed.value : yield* new AttachmentInUse()
            })
          )
        })

        const addPending = Effect.fn("Attachments.addPending")(function* (
          scope: BrandScope,
          causation: Causation,
          { contentType, filename, metadata, uploadedBy }: FileInput,
          blob: Blob,
          receipt?: Receipt<Attachment>
        ) {
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
            createdAt: now,
            updatedAt: now
          }
          return yield* receipts.once(
            scope.tenant,
            receipt,
            makeRoom(scope, owner).pipe(Effect.andThen(store.insert(scope, causation, file)), Effect.as(file))
          )
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

        const awaited = Effect.fnUntraced(function* (tenant: Pick<Tenant, "id">, id: AttachmentId) {
          const file = yield* store.ofAddress(tenant, id)
          if (Option.isNone(file)) return yield* new NotFound({ entity: "attachment" })
          return file.value.status === "PENDING" ? file.value : yield* noLongerAwaited(file.value)
        })

        const receive = Effect.fn("Attachments.receive")(function* <E, R>(
          tenant: Pick<Tenant, "id">,
          file: Attachment,
          bytes: Stream.Stream<Uint8Array, E, R>
        ) {
          const blob = yield* blobs.put(tenant.id, bytes)
          if (blob.size !== file.size)
            return yield* new AttachmentNotUploaded({ expectedSize: file.size, receivedSize: blob.size })
          if (!(yield* store.receive(tenant, file.id, blob))) yield* awaited(tenant, file.id)
        })

        return Attachments.of({
          maxBytes,
          initiate,
          confirm,
          add: (scope, causation, ticketId, input, blob, ifMatch, receipt) =>
            tickets.execute({
              scope,
              causation,
              receipt,
              reads: { ticketId, commentIds: input.commentId === undefined ? [] : [input.commentId] },
              decide: (state) => addFile(state, scope, { ...input, owner: causation.actor.id }, blob, ifMatch)
            }),
          list: Effect.fnUntraced(function* (scope, ticketId) {
            const files = yield* store.list(scope, ticketId)
            return Option.isNone(files) ? yield* new NotFound({ entity: "ticket" }) : files.value
          }),
          get,
          delete: remove,
          existing: Effect.fnUntraced(function* (scope, wanted, owner) {
            const files = yield* store.existing(scope, wanted, owner)
            if (files.length === 0 && !(yield* tickets.brandExists(scope)))
              return yield* new NotFound({ entity: "brand" })
            return files
          }),
          initiatePending,
          confirmPending,
          addPending,
          awaited,
          receive,
          served: Effect.fnUntraced(function* (tenant, id) {
            const found = yield* store.ofAddress(tenant, id)
            const file = Option.getOrUndefined(found)
            return file?.status === "UPLOADED" && file.blobKey !== undefined
              ? { ...file, blobKey: file.blobKey }
              : yield* new NotFound({ entity: "attachment" })
          })
        })
      })
    )
}

const noLongerAwaited = ({ status }: Attachment) =>
  new InvalidState({ state: status, reason: "This upload is finished and takes no more bytes." })
