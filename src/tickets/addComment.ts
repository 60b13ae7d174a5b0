import { DateTime, Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { Comment } from "../domain/Comment.ts"
import { type AddressId, type AttachmentId, type BrandId, type CommentId, idAt } from "../domain/Ids.ts"
import { type FieldError, InvalidInput, LimitReached } from "../domain/Problems.ts"
import { repliedFrom } from "../domain/RepliedFrom.ts"
import { replyDates } from "../domain/replyDates.ts"
import { type Participant, publicId, type Ticket, ticketLimits } from "../domain/Ticket.ts"
import { attachmentCreated, commentEvent, ticketUpdated } from "../domain/TicketData.ts"
import { agentReplied, customerReplied, findStatus, moveTo, transitionEvent } from "../domain/TicketLifecycle.ts"
import { claimUploads, refuseUploads, type UploadRefusal } from "./files/claimUploads.ts"
import { lastTexted, replyDrafts } from "./outbound/messageDrafts.ts"
import { refuseImport } from "./refuseImport.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { changeAudit } from "./ticketOutcome.ts"
import { withParticipants } from "./withParticipants.ts"
import { type TicketRefusal, writableTicket } from "./writableTicket.ts"

/** What the caller specifies of a comment; the rest follows from the ticket and the current time. */
export interface CommentCreate
  extends Pick<
    Comment,
    | "body"
    | "visibility"
    | "authorType"
    | "authorId"
    | "authorName"
    | "parentId"
    | "links"
    | "metadata"
    | "source"
    | "sourceId"
    | "sourceData"
    | "cc"
  > {
  /** Key of a status of category open, pending or resolved, set in the same transaction. */
  readonly setStatus?: string | undefined
  /** Confirmed uploads that the comment claims. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** Files that came with the message and are already stored. */
  readonly files?: ReadonlyArray<Attachment> | undefined
  /** Participants to add to the ticket. */
  readonly participants?: ReadonlyArray<Participant> | undefined
  /** Sent by a machine: the status stays unchanged. */
  readonly isAutomated?: boolean | undefined
  /** The brand's address to send it from, if not the usual one. */
  readonly connectionId?: AddressId | undefined
  /** Seconds during which it can be taken back before it is sent; only for public comments by agents. */
  readonly sendAfterSeconds?: number | undefined
  /** The customer already has it, since it was written where they read it: nothing is sent. */
  readonly isSent?: boolean | undefined
  /** When an imported comment was written elsewhere: nobody is notified of it, and the status stays unchanged. */
  readonly importedAt?: DateTime.Utc | undefined
  /** The comment's id, if something created before it refers to it. */
  readonly id?: CommentId | undefined
}

/** Adds a comment, and updates the ticket according to its author and visibility (lifeCycle.test.ts, rules 3 to 5 and 7). */
export const addComment = (
  state: TicketState,
  brandId: BrandId,
  input: CommentCreate,
  ifMatch?: number
): Result.Result<Outcome<Comment>, TicketRefusal | UploadRefusal> =>
  Result.flatMap(
    writableTicket(state, ifMatch),
    (before): Result.Result<Outcome<Comment>, TicketRefusal | UploadRefusal> => {
      const { brand, ids, now } = state
      if (before.commentCount >= ticketLimits.comments)
        return Result.fail(new LimitReached({ limit: ticketLimits.comments, what: "comments per ticket" }))
      const [first, ...more] = faultsOf(state, input)
      if (first !== undefined) return Result.fail(new InvalidInput({ errors: [first, ...more] }))

      const claimed = claimUploads(state, input.attachmentIds, before.attachmentCount)
      if (Result.isFailure(claimed)) return Result.fail(claimed.failure)

      const status = input.setStatus === undefined ? undefined : findStatus(brand, input.setStatus)
      const { sendAfterSeconds = 0 } = input
      const createdAt = input.importedAt ?? now
      const made = input.id ?? ids("comment")
      const id = input.importedAt === undefined ? made : idAt("comment", made, createdAt)
      const isInternal = input.visibility === "internal"
      const files = [...(input.files ?? []), ...claimed.success].map((file) => ({
        ...file,
        ticketId: before.id,
        commentId: id,
        isInternal,
        updatedAt: now
      }))
      const written: Comment = {
        id,
        brandId,
        ticketId: before.id,
        body: input.body,
        visibility: input.visibility,
        authorType: input.authorType,
        ...authorOf(input, before),
        parentId: input.parentId,
        links: input.links,
        metadata: isInternal ? { ...input.metadata, isInternal: true } : input.metadata,
        source: input.source,
        sourceId: input.sourceId,
        sourceData: input.sourceData,
        cc: input.cc,
        isAutomated: input.isAutomated === true,
        attachments: files,
        version: 1,
        createdAt,
        updatedAt: now
      }

      const moved = ((): Ticket => {
        const { authorType, importedAt } = input
        const isSilent = isInternal || input.isAutomated === true || authorType === "SYSTEM"
        if (isSilent) return status === undefined ? before : moveTo(before, status, createdAt)
        const next = status ?? (importedAt && brand.statuses.find(({ id }) => id === before.statusId))
        const replied = authorType === "AGENT" ? agentReplied : customerReplied
        const after = replied(before, brand, next, createdAt)
        return importedAt === undefined ? after : { ...after, ...replyDates(before, authorType, importedAt) }
      })()
      // Participants who would be added by what they sent are dropped beyond the limit; those named by a caller are not.
      const joined = withParticipants(moved, input.participants ?? [])?.slice(0, ticketLimits.participants)
      // People whom an agent copies may answer.
      const copied = isReply(input) ? (input.cc ?? []).map((email) => ({ email, verified: true })) : []
      const participants = withParticipants({ ...moved, participants: joined }, copied)
      if (participants !== undefined && participants.length > ticketLimits.participants)
        return Result.fail(new LimitReached({ limit: ticketLimits.participants, what: "participants per ticket" }))
      const after: Ticket = {
        ...moved,
        participants,
        commentCount: before.commentCount + 1,
        attachmentCount: before.attachmentCount + files.length,
        version: before.version + 1,
        updatedAt: now
      }
      const sendAt = sendAfterSeconds > 0 ? DateTime.add(now, { seconds: sendAfterSeconds }) : undefined
      const held = sendAt === undefined ? written : { ...written, sendAt, repliedFrom: repliedFrom(before, after) }
      const drafts =
        input.isSent === true || input.importedAt !== undefined
          ? []
          : replyDrafts(state, after, written, input.connectionId)
      const deliveries = drafts.map(({ channel, id, suppressed, to }) => ({
        messageId: id,
        channel,
        to,
        status: suppressed === undefined ? ("queued" as const) : ("suppressed" as const),
        error: suppressed,
        updatedAt: now
      }))
      const comment: Comment = deliveries.length === 0 ? held : { ...held, deliveries }
      return Result.succeed({
        value: comment,
        ticket: after,
        comments: [comment],
        attachments: files,
        drafts,
        heldUntil: sendAt,
        isImported: input.importedAt !== undefined,
        conversation: lastTexted(after, drafts),
        events: [
          commentEvent("comment.created", comment, after, brand),
          ...files.map((file) => attachmentCreated(file, after, brand)),
          ...ticketUpdated(before, after, brand, transitionEvent(before, after))
        ],
        audit: [
          {
            event: "comment.created",
            entityType: "comment",
            entityId: id,
            metadata: {
              ticketNumber: publicId(brand.ticketPrefix, before.number),
              title: before.title,
              visibility: comment.visibility
            }
          },
          ...changeAudit(before, after, brand)
        ]
      })
    }
  )

/** Whether it is an agent's reply to the customer. */
const isReply = ({ authorType, isAutomated, visibility }: CommentCreate) =>
  visibility === "public" && authorType === "AGENT" && isAutomated !== true

/** Errors in what the caller specifies for a comment on this ticket. */
const faultsOf = (state: TicketState, input: CommentCreate): ReadonlyArray<FieldError> => {
  const errors: Array<FieldError> = []
  const refuse = (field: string, code: FieldError["code"], message: string) => errors.push({ field, code, message })
  const { importedAt, parentId, sendAfterSeconds = 0, setStatus } = input
  const status = setStatus === undefined ? undefined : findStatus(state.brand, setStatus)
  if (setStatus !== undefined && status === undefined)
    refuse("setStatus", "enum", "must be the key of an active status of the brand")
  if (status?.category === "closed")
    refuse("setStatus", "not_allowed", "must not be closed: a comment cannot close a ticket")
  if (parentId !== undefined && !state.comments.some(({ id, deletedAt }) => id === parentId && deletedAt === undefined))
    refuse("parentId", "unknown_id", "is not a comment on this ticket")
  if (input.connectionId !== undefined && !state.sendsFrom)
    refuse("connectionId", "unknown_id", "is not an address that this brand sends email from")
  if (sendAfterSeconds > 0 && !isReply(input))
    refuse("sendAfterSeconds", "not_allowed", "can be used only with public comments by agents: others are not sent")
  const notPast = refuseImport(importedAt, state.now)
  if (notPast !== undefined) errors.push(notPast)
  if (sendAfterSeconds > 0 && importedAt !== undefined)
    refuse("sendAfterSeconds", "not_allowed", "cannot be used with imported comments: they are not sent")
  errors.push(...refuseUploads(state, input.attachmentIds))
  return errors
}

/** The ticket's customer, by id and name, unless the caller names another customer; other authors as specified. */
const authorOf = (
  { authorId, authorName, authorType }: CommentCreate,
  { customerId, customerName }: Ticket
): Pick<Comment, "authorId" | "authorName"> =>
  authorType === "CUSTOMER" && (authorId ?? customerId) === customerId
    ? { authorId: customerId, authorName: authorName ?? customerName }
    : { authorId, authorName }
