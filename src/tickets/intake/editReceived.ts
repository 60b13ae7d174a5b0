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

/** Member of the metadata that says when its author took a message back: the portal does not show it any more. */
export const removedMember = "deletedAtSource"

/** What somebody did to a message of theirs that was received before. */
export interface Revision {
  readonly kind: "edit" | "removal"
  /** The message as it is now, with a dedupe key of its own. */
  readonly message: InboundMessage
  /** What was made of it: a comment, or the ticket that it opened. */
  readonly commentId: CommentId | undefined
  /** The channel's own id of the message. */
  readonly of: string
}

/**
 * Takes over what the author of a message did to it afterwards: an edit changes the text of its comment or ticket, a
 * removal hides that from the portal and keeps it for the team. Neither changes a status. The same one again has no
 * effect; nor has one whose comment or ticket the team has removed, merged away or taken over.
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
    // Of a ticket that others were merged into, only the message that opened it is its text.
    if (ticket.sourceId !== sourceIdOf({ externalId: of })) return Result.succeed(ignored)
    const change = kind === "edit" ? { body: message.text } : { metadata: { ...ticket.metadata, ...mark } }
    return taken(changeTicket(state, scope.brandId, scope.tenant.mode, change, undefined))
  }
  const comment = state.comments.find(({ deletedAt, id }) => id === commentId && deletedAt === undefined)
  if (comment === undefined || (kind === "removal" && comment.metadata?.[removedMember] !== undefined))
    return Result.succeed(ignored)
  const change = kind === "edit" ? { body: message.text } : { metadata: { ...comment.metadata, ...mark } }
  const changed = taken(changeComment(state, commentId, change, undefined))
  // What an agent takes back where they wrote it, customers who got it elsewhere should not see any more either.
  const isAnswer = comment.authorType === "AGENT" && comment.visibility === "public"
  return kind === "removal" && isAnswer
    ? Result.map(changed, (outcome) => ({ ...outcome, revised: [{ commentId, change: kind }] }))
    : changed
}
