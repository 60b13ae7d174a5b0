import { Result } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { AttachmentId, CommentId } from "../../domain/Ids.ts"
import { AttachmentNotUploaded, InvalidInput, LimitReached, NotFound } from "../../domain/Problems.ts"
import { publicId, type Ticket, ticketLimits } from "../../domain/Ticket.ts"
import { attachmentEvent } from "../../domain/TicketData.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { type TicketRefusal, writableTicket } from "../writableTicket.ts"
import type { FileScope } from "./AttachmentStore.ts"
import type { Blob } from "./BlobStore.ts"

/** What the caller specifies of a file; the rest follows from its bytes and its place. */
export interface NewFile
  extends Pick<Attachment, "id" | "filename" | "contentType" | "uploadedBy" | "metadata" | "scan"> {
  readonly owner: string | null
  readonly commentId?: CommentId | undefined
}

/** Adds a file whose bytes are stored to a ticket or one of its comments. */
export const addFile = (
  state: TicketState,
  scope: FileScope,
  { commentId, owner, ...file }: NewFile,
  blob: Blob,
  ifMatch: number | undefined
): Result.Result<Outcome<Attachment>, TicketRefusal | LimitReached> =>
  Result.flatMap(writable(state, scope, ifMatch), (ticket): Result.Result<Outcome<Attachment>, RoomRefusal> => {
    const comment = commentOf(state, scope, commentId)
    if (commentId !== undefined && comment === undefined)
      return Result.fail(InvalidInput.of("commentId", "unknown_id", "is not a comment on this ticket"))
    const full = fullOfFiles(ticket)
    if (full !== undefined) return Result.fail(full)
    return Result.succeed(
      arrived(state, ticket, {
        ...file,
        brandId: scope.brandId,
        ticketId: ticket.id,
        commentId,
        owner: owner ?? undefined,
        size: blob.size,
        sha256: blob.sha256,
        blobKey: blob.key,
        status: "UPLOADED",
        isInternal: comment?.visibility === "internal",
        inline: false,
        createdAt: state.now,
        updatedAt: state.now
      })
    )
  })

/** Turns a pending upload into a file of its ticket; one that already is stays unchanged. */
export const confirmFile = (
  state: TicketState,
  scope: FileScope,
  collected: Blob | undefined,
  ifMatch: number | undefined
): Result.Result<Outcome<Attachment>, TicketRefusal | LimitReached | AttachmentNotUploaded> => {
  const file = fileOf(state, scope)
  if (file?.status === "UPLOADED") return Result.succeed({ value: file, events: [], audit: [] })
  return Result.flatMap(
    writable(state, scope, ifMatch),
    (ticket): Result.Result<Outcome<Attachment>, NotFound | LimitReached | AttachmentNotUploaded> => {
      if (file === undefined || (file.commentId !== undefined && commentOf(state, scope, file.commentId) === undefined))
        return Result.fail(new NotFound({ entity: "attachment" }))
      const full = fullOfFiles(ticket)
      if (full !== undefined) return Result.fail(full)
      const bytes = file.blobKey === undefined ? collected : { key: file.blobKey, sha256: file.sha256 }
      if (bytes === undefined || file.status === "FAILED")
        return Result.fail(new AttachmentNotUploaded({ expectedSize: file.size, receivedSize: 0 }))
      return Result.succeed(
        arrived(state, ticket, {
          ...file,
          status: "UPLOADED",
          blobKey: bytes.key,
          sha256: bytes.sha256,
          updatedAt: state.now
        })
      )
    }
  )
}

/** Removes a file from its ticket. An upload that never became a file is removed without an event. */
export const removeFile = (
  state: TicketState,
  scope: FileScope,
  id: AttachmentId,
  ifMatch: number | undefined
): Result.Result<Outcome<void>, TicketRefusal> =>
  Result.flatMap(writable(state, scope, ifMatch), (ticket): Result.Result<Outcome<void>, NotFound> => {
    const file = fileOf(state, scope)
    if (file === undefined) return Result.fail(new NotFound({ entity: "attachment" }))
    const gone = { value: undefined, removedFiles: [id], audit: [audit("attachment.deleted", file, ticket, state)] }
    if (file.status !== "UPLOADED") return Result.succeed({ ...gone, events: [] })
    const after = counted(state, ticket, -1)
    return Result.succeed({
      ...gone,
      ticket: after,
      events: [attachmentEvent("attachment.deleted", file, after, state.brand)]
    })
  })

type RoomRefusal = InvalidInput | LimitReached

/** Announced files do not count, so the limit is checked when each is confirmed. */
const fullOfFiles = ({ attachmentCount }: Ticket): LimitReached | undefined =>
  attachmentCount < ticketLimits.attachments
    ? undefined
    : new LimitReached({ limit: ticketLimits.attachments, what: "files per ticket" })

const writable = (state: TicketState, { customerId }: FileScope, ifMatch: number | undefined) =>
  customerId === undefined || state.ticket?.customerId === customerId
    ? writableTicket(state, ifMatch)
    : Result.fail(new NotFound({ entity: "ticket" }))

/** The one requested file, if the caller may know of it. */
const fileOf = ({ files: [file], ticket }: TicketState, { customerId }: FileScope) =>
  ticket === undefined ||
  ticket.deletedAt !== undefined ||
  (customerId !== undefined && (ticket.customerId !== customerId || file?.isInternal === true))
    ? undefined
    : file

const commentOf = ({ comments }: TicketState, { customerId }: FileScope, id: CommentId | undefined) =>
  comments.find(
    (comment) =>
      comment.id === id &&
      comment.deletedAt === undefined &&
      (customerId === undefined || comment.visibility === "public")
  )

const arrived = (state: TicketState, ticket: Ticket, file: Attachment): Outcome<Attachment> => {
  const after = counted(state, ticket, 1)
  return {
    value: file,
    ticket: after,
    attachments: [file],
    events: [attachmentEvent("attachment.created", file, after, state.brand)],
    audit: [audit("attachment.created", file, ticket, state)]
  }
}

const counted = ({ now }: TicketState, ticket: Ticket, change: 1 | -1): Ticket => ({
  ...ticket,
  attachmentCount: ticket.attachmentCount + change,
  version: ticket.version + 1,
  updatedAt: now
})

const audit = (event: AuditedEvent, file: Attachment, ticket: Ticket, { brand }: TicketState): AuditEntry => ({
  event,
  entityType: "attachment",
  entityId: file.id,
  metadata: {
    ticketNumber: publicId(brand.ticketPrefix, ticket.number),
    title: ticket.title,
    filename: file.filename,
    visibility: file.isInternal ? "internal" : "public"
  }
})
