import { DateTime, Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { AuditedEvent } from "../domain/AuditEntry.ts"
import { atVersion } from "../domain/atVersion.ts"
import type { Comment } from "../domain/Comment.ts"
import { cleared } from "../domain/cleared.ts"
import { fieldDiff } from "../domain/FieldDiff.ts"
import type { CommentId } from "../domain/Ids.ts"
import { isSeen } from "../domain/isSeen.ts"
import type { JsonObject } from "../domain/Json.ts"
import { type Delivery, hasLeft, type OutboundMessage, takenBack } from "../domain/OutboundMessage.ts"
import { InvalidInput, InvalidState, NotFound } from "../domain/Problems.ts"
import { handedOn, type RepliedFrom, withoutReply } from "../domain/RepliedFrom.ts"
import { type Link, publicId, type Ticket } from "../domain/Ticket.ts"
import { commentEvent, ticketUpdated } from "../domain/TicketData.ts"
import { transitionEvent } from "../domain/TicketLifecycle.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import type { Outcome, RevisedComment, TicketState } from "./TicketCommand.ts"
import { changeAudit } from "./ticketOutcome.ts"
import { type TicketRefusal, writableTicket } from "./writableTicket.ts"

/** New values for a comment: absent leaves unchanged, `null` clears. Its visibility is fixed when it is created. */
export interface CommentChange {
  readonly body?: string | undefined
  readonly links?: ReadonlyArray<Link> | null | undefined
  readonly metadata?: JsonObject | null | undefined
  /** The visibility that the caller assumes: the edit is refused if it is not the actual one. */
  readonly isInternal?: boolean | undefined
}

/** Edits a comment. An edit that changes nothing stores nothing and publishes no event. */
export const changeComment = (
  state: TicketState,
  id: CommentId,
  change: CommentChange,
  ifMatch: number | undefined
): Result.Result<Outcome<Comment>, TicketRefusal> =>
  Result.map(editableComment(state, id, change, ifMatch), ({ comment, ticket }): Outcome<Comment> => {
    const { brand, now } = state
    const marker = comment.visibility === "internal" ? { isInternal: true } : {}
    const edited: Comment = {
      ...comment,
      body: change.body ?? comment.body,
      links: cleared(change.links, comment.links),
      metadata:
        change.metadata === undefined
          ? comment.metadata
          : change.metadata === null && comment.visibility === "public"
            ? undefined
            : { ...change.metadata, ...marker }
    }
    const diff = fieldDiff(observed, comment, edited)
    if (diff.size === 0) return { value: comment, events: [], audit: [] }
    const stored: Comment = { ...edited, version: comment.version + 1, updatedAt: now, editedAt: now }
    const touched: Ticket = { ...ticket, version: ticket.version + 1, updatedAt: now }
    return {
      value: stored,
      ticket: touched,
      comments: [stored],
      revised: diff.has("body") ? revision(stored, "edit") : [],
      events: [commentEvent("comment.updated", stored, touched, brand, [...diff.keys()])],
      audit: [{ ...audit("comment.updated", stored, touched, brand.ticketPrefix), changes: auditedDiff(diff) }]
    }
  })

/** Edits a comment on behalf of a caller: the new text must not be blank unless the comment has files. */
export const editComment = (
  state: TicketState,
  id: CommentId,
  change: CommentChange,
  ifMatch: number | undefined
): Result.Result<Outcome<Comment>, TicketRefusal> =>
  Result.flatMap(
    changeComment(state, id, change, ifMatch),
    (outcome): Result.Result<Outcome<Comment>, TicketRefusal> =>
      change.body === undefined || isSeen(change.body) || outcome.value.attachments.length > 0
        ? Result.succeed(outcome)
        : Result.fail(InvalidInput.of("body", "length", "must not be blank unless there are files"))
  )

/**
 * Hides a comment; replies to it stay. Messages that carry it and have not started to be sent never will be. If nobody
 * has received the comment, its effect on the ticket is undone; what a later reply keeps in place is undone when that
 * reply is taken back as well. With `unsent`, refuses a comment that somebody may have received, and turns the comment's
 * files into uploads of their owner again.
 */
export const deleteComment = (
  state: TicketState,
  id: CommentId,
  ifMatch: number | undefined,
  unsent = false
): Result.Result<Outcome<Comment>, TicketRefusal | InvalidState> =>
  Result.flatMap(writableComment(state, id, ifMatch), ({ comment, ticket }) => {
    const { brand, messages, now, successors } = state
    const isOut = hasGoneOut(comment, messages, now)
    if (unsent && isOut)
      return Result.fail(new InvalidState({ state: "sent", reason: "The comment has already been sent" }))
    const kept = messages.flatMap((message) => takenBack(message, now) ?? [])
    const deliveries = comment.deliveries?.map((delivery): Delivery => {
      const message = kept.find(({ id }) => id === delivery.messageId)
      return message === undefined
        ? delivery
        : { ...delivery, status: message.status, error: message.error, updatedAt: now }
    })
    const deleted: Comment = { ...comment, deliveries, version: comment.version + 1, updatedAt: now, deletedAt: now }
    const { before, heirs } =
      isOut || comment.repliedFrom === undefined
        ? { before: ticket, heirs: [] }
        : takeBack(ticket, comment, comment.repliedFrom, successors)
    const touched: Ticket = {
      ...before,
      commentCount: ticket.commentCount - 1,
      attachmentCount: ticket.attachmentCount - comment.attachments.length,
      version: ticket.version + 1,
      updatedAt: now
    }
    return Result.succeed({
      value: deleted,
      ticket: touched,
      comments: [deleted, ...heirs],
      messages: kept,
      attachments: unsent
        ? comment.attachments.flatMap((file) => (file.owner === undefined ? [] : [released(file, now)]))
        : [],
      revised:
        messages.length > 0 && kept.length === messages.length && !messages.some(hasLeft)
          ? []
          : revision(deleted, "removal"),
      events: [
        commentEvent("comment.deleted", deleted, touched, brand),
        ...ticketUpdated(ticket, touched, brand, transitionEvent(ticket, touched))
      ],
      audit: [audit("comment.deleted", deleted, touched, brand.ticketPrefix), ...changeAudit(ticket, touched, brand)]
    })
  })

/**
 * Whether anybody may have received an agent's comment: in a message that carries it or, once it is no longer held back,
 * in the portal.
 */
const hasGoneOut = (
  { authorType, createdAt, sendAt = createdAt, visibility }: Comment,
  messages: ReadonlyArray<OutboundMessage>,
  now: DateTime.Utc
): boolean => {
  if (visibility === "internal" || authorType !== "AGENT") return false
  const isHeld = DateTime.isLessThan(now, sendAt)
  return messages.some(hasLeft) || (!isHeld && !messages.some((message) => takenBack(message, now) !== undefined))
}

/** The ticket without a reply, and the later replies that now have to restore what this one would have restored. */
const takeBack = (
  ticket: Ticket,
  { createdAt }: Comment,
  from: RepliedFrom,
  successors: ReadonlyArray<Comment>
): { readonly before: Ticket; readonly heirs: ReadonlyArray<Comment> } => {
  const orphans = new Set(from.added)
  const heirs = successors.flatMap((reply): ReadonlyArray<Comment> => {
    const added = (reply.cc ?? []).filter((email) => orphans.delete(email))
    return reply.repliedFrom === undefined
      ? []
      : [{ ...reply, repliedFrom: handedOn(reply.repliedFrom, from, createdAt, added) }]
  })
  const copied = new Set(successors.flatMap(({ cc = [] }) => cc))
  return { before: withoutReply(ticket, from, createdAt, copied), heirs }
}

/** Turns a file of a comment into an unclaimed upload again. */
const released = (file: Attachment, now: DateTime.Utc): Attachment => ({
  ...file,
  ticketId: undefined,
  commentId: undefined,
  isInternal: false,
  updatedAt: now
})

/** Customers receive only public comments by agents. */
const revision = (
  { authorType, id, visibility }: Comment,
  change: RevisedComment["change"]
): ReadonlyArray<RevisedComment> =>
  visibility === "public" && authorType === "AGENT" ? [{ commentId: id, change }] : []

/** The fields of a comment that can be edited. */
const observed = {
  body: ({ body }: Comment) => body,
  links: ({ links }: Comment) => links ?? null,
  metadata: ({ metadata }: Comment) => metadata ?? null
}

interface Writable {
  readonly comment: Comment
  readonly ticket: Ticket
}

/** Refuses to change the visibility: a caller who marks a public comment as internal must not believe that it is now hidden. */
const editableComment = (
  state: TicketState,
  id: CommentId,
  { isInternal, metadata }: CommentChange,
  ifMatch: number | undefined
): Result.Result<Writable, TicketRefusal> =>
  Result.flatMap(writableComment(state, id, ifMatch), (found): Result.Result<Writable, TicketRefusal> => {
    const isNote = found.comment.visibility === "internal"
    if (isInternal !== undefined && isInternal !== isNote)
      return Result.fail(InvalidInput.of("isInternal", "not_allowed", fixed))
    return metadata?.["isInternal"] === true && !isNote
      ? Result.fail(InvalidInput.of("metadata.isInternal", "not_allowed", fixed))
      : Result.succeed(found)
  })

/** Why a comment's visibility cannot be changed. */
export const fixed = "cannot change after the comment is created"

const writableComment = (
  state: TicketState,
  id: CommentId,
  ifMatch: number | undefined
): Result.Result<Writable, TicketRefusal> =>
  Result.flatMap(writableTicket(state, undefined), (ticket): Result.Result<Writable, TicketRefusal> => {
    const comment = state.comments.find((comment) => comment.id === id)
    if (comment === undefined || comment.deletedAt !== undefined)
      return Result.fail(new NotFound({ entity: "comment" }))
    return Result.map(atVersion(comment, ifMatch), () => ({ comment, ticket }))
  })

const audit = (event: AuditedEvent, comment: Comment, ticket: Ticket, ticketPrefix: string) => ({
  event,
  entityType: "comment" as const,
  entityId: comment.id,
  metadata: {
    ticketNumber: publicId(ticketPrefix, ticket.number),
    title: ticket.title,
    visibility: comment.visibility
  } satisfies JsonObject
})
