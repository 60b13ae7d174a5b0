import { Result } from "effect"
import type { Comment } from "../domain/Comment.ts"
import { fieldDiff } from "../domain/FieldDiff.ts"
import type { CommentId } from "../domain/Ids.ts"
import type { JsonObject } from "../domain/Json.ts"
import { InvalidInput, NotFound, VersionConflict } from "../domain/Problems.ts"
import { type Link, publicId, type Ticket } from "../domain/Ticket.ts"
import { commentEvent } from "../domain/TicketData.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import type { Outcome, RevisedComment, TicketState } from "./TicketStore.ts"
import { type TicketRefusal, writableTicket } from "./writableTicket.ts"

/** New values for a comment: absent is unchanged, `null` clears. Who sees it is fixed at its creation. */
export interface CommentChange {
  readonly body?: string | undefined
  readonly links?: ReadonlyArray<Link> | null | undefined
  readonly metadata?: JsonObject | null | undefined
  /** What the caller takes it for; said otherwise than it is, the edit is refused. */
  readonly isInternal?: boolean | undefined
}

/** Edits a comment; an edit that changes nothing stores and tells nothing. */
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
      links: change.links === undefined ? comment.links : (change.links ?? undefined),
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

/** Hides a comment; replies to it stay. */
export const deleteComment = (
  state: TicketState,
  id: CommentId,
  ifMatch: number | undefined
): Result.Result<Outcome<Comment>, TicketRefusal> =>
  Result.map(writableComment(state, id, ifMatch), ({ comment, ticket }) => {
    const { brand, now } = state
    const deleted: Comment = { ...comment, version: comment.version + 1, updatedAt: now, deletedAt: now }
    const touched: Ticket = {
      ...ticket,
      commentCount: ticket.commentCount - 1,
      attachmentCount: ticket.attachmentCount - comment.attachments.length,
      version: ticket.version + 1,
      updatedAt: now
    }
    return {
      value: deleted,
      ticket: touched,
      comments: [deleted],
      revised: revision(deleted, "removal"),
      events: [commentEvent("comment.deleted", deleted, touched, brand)],
      audit: [audit("comment.deleted", deleted, touched, brand.ticketPrefix)]
    }
  })

/** Customers get the public comments of agents alone. */
const revision = (
  { authorType, id, visibility }: Comment,
  change: RevisedComment["change"]
): ReadonlyArray<RevisedComment> =>
  visibility === "public" && authorType === "AGENT" ? [{ commentId: id, change }] : []

/** What of a comment can be edited. */
const observed = {
  body: ({ body }: Comment) => body,
  links: ({ links }: Comment) => links ?? null,
  metadata: ({ metadata }: Comment) => metadata ?? null
}

interface Writable {
  readonly comment: Comment
  readonly ticket: Ticket
}

/** Whoever marks a public comment as internal must not believe that it is hidden now. */
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

/** Why who sees a comment cannot be changed. */
export const fixed = "is fixed when the comment is created"

const writableComment = (
  state: TicketState,
  id: CommentId,
  ifMatch: number | undefined
): Result.Result<Writable, TicketRefusal> =>
  Result.flatMap(writableTicket(state, undefined), (ticket): Result.Result<Writable, TicketRefusal> => {
    const comment = state.comments.find((comment) => comment.id === id)
    if (comment === undefined || comment.deletedAt !== undefined)
      return Result.fail(new NotFound({ entity: "comment" }))
    return ifMatch !== undefined && ifMatch !== comment.version
      ? Result.fail(new VersionConflict({ currentVersion: comment.version }))
      : Result.succeed({ comment, ticket })
  })

const audit = (event: string, comment: Comment, ticket: Ticket, ticketPrefix: string) => ({
  event,
  entityType: "comment" as const,
  entityId: comment.id,
  metadata: {
    ticketNumber: publicId(ticketPrefix, ticket.number),
    title: ticket.title,
    visibility: comment.visibility
  } satisfies JsonObject
})
