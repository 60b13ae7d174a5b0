import { Result } from "effect"
import type { CommentId, InboundId } from "../../domain/Ids.ts"
import type { InboundMessage, IntakeResult } from "../../domain/InboundMessage.ts"
import { iso } from "../../domain/iso.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { changeComment } from "../changeComment.ts"
import { type ChangeRefusal, changeTicket } from "../changeTicket.ts"
import type { InboundRecord, Outcome, TicketState } from "../TicketCommand.ts"
import { step, withSkipped } from "./IntakeChecks.ts"
import { sourceIdOf } from "./sourceIdOf.ts"

/** Metadata key that records when the author deleted a message; the portal then hides it. */
export const removedMember = "deletedAtSource"

/** A change by its author to a message that was received before. */
export interface Revision {
  readonly kind: "edit" | "removal"
  /** The message as it is now, with a dedupe key of its own. */
  readonly message: InboundMessage
  /** The comment that the message became; `undefined` for one that opened a ticket. */
  readonly commentId: CommentId | undefined
  /** The channel's own id of the message. */
  readonly of: string
}

/**
 * Applies a change that the author of a message made afterwards: an edit changes the text of its comment or ticket, a
 * removal hides it from the portal but keeps it for the team. Neither changes a status. Repeating a change has no effect.
 * Nor does one whose comment or ticket the team has deleted or merged, or whose ticket was opened by another message.
 */
export const editReceived = (
  state: TicketState,
  scope: BrandScope,
  inboundId: InboundId,
  { commentId, kind, message, of }: Revision
): Result.Result<Outcome<IntakeResult>, ChangeRefusal> => {
  if (state.duplicate !== undefined)
    return Result.succeed({ value: { ...state.duplicate, duplicate: true }, events: [], audit: [] })

  const { now, ticket } = state
  const value: IntakeResult = { inboundId, outcome: "none", duplicate: false, ticketId: ticket?.id, commentId }
  const record: InboundRecord = {
    id: inboundId,
    message,
    status: "processed",
    outcome: "none",
    ticketId: ticket?.id,
    commentId,
    flags: [kind],
    fileIds: [],
    quotedText: undefined,
    steps: withSkipped([step("duplicate", false, `is the ${kind} of a message that was received`)], message.channel)
  }
  const ignored = { value, inbound: { ...record, status: "ignored" as const }, events: [], audit: [] }
  if (ticket === undefined || ticket.deletedAt !== undefined || ticket.mergedIntoId !== undefined)
    return Result.succeed(ignored)

  const taken = (changed: Result.Result<Outcome<unknown>, ChangeRefusal>) =>
    Result.map(changed, (outcome) => ({ ...outcome, value, inbound: record }))
  const mark = { [removedMember]: iso(now) }

  if (commentId === undefined) {
    // If other tickets were merged into this one, its text is that of the message that opened it, and of no other.
    if (ticket.sourceId !== sourceIdOf({ externalId: of })) return Result.succeed(ignored)
    const change = kind === "edit" ? { body: message.text } : { metadata: { ...ticket.metadata, ...mark } }
    return taken(changeTicket(state, scope.brandId, scope.tenant.mode, change, undefined))
  }
  const comment = state.comments.find(({ deletedAt, id }) => id === commentId && deletedAt === undefined)
  if (comment === undefined || (kind === "removal" && comment.metadata?.[removedMember] !== undefined))
    return Result.succeed(ignored)
  const change = kind === "edit" ? { body: message.text } : { metadata: { ...comment.metadata, ...mark } }
  const changed = taken(changeComment(state, commentId, change, undefined))
  // When an agent deletes a reply where they wrote it, it is also removed for customers who received it elsewhere.
  const isAnswer = comment.authorType === "AGENT" && comment.visibility === "public"
  return kind === "removal" && isAnswer
    ? Result.map(changed, (outcome) => ({ ...outcome, revised: [{ commentId, change: kind }] }))
    : changed
}
