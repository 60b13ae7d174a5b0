import type { Actor } from "../../domain/Causation.ts"
import type { CommentId, TicketId } from "../../domain/Ids.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { Outcome } from "../TicketCommand.ts"

/** A notification of a ticket's watchers: about a comment, a new status, or both at once. */
export interface Notice {
  readonly ticketId: TicketId
  readonly commentId?: CommentId | undefined
  /** Keys of the old and new status. */
  readonly status?: { readonly from: string; readonly to: string } | undefined
  /** About an internal note: for members only. */
  readonly internal: boolean
  /** Who did it, and is not notified. */
  readonly actor: Pick<Actor, "id" | "name">
}

/** The notifications that a command sends to the watchers of `before`; none for spam and imports. */
export const noticesOf = (
  before: Ticket,
  { absorbed, comments = [], isImported, ticket: after }: Outcome<unknown>,
  { id, name }: Actor
): ReadonlyArray<Notice> => {
  if (after === undefined || isImported === true || after.isSpam || after.deletedAt !== undefined) return []
  const actor = { id, name }
  const status = before.status === after.status ? undefined : { from: before.status, to: after.status }
  // Comments that come from a merge are not new.
  const written =
    absorbed !== undefined ? [] : comments.filter(({ deletedAt, version }) => version === 1 && deletedAt === undefined)
  if (written.length === 0) return status === undefined ? [] : [{ ticketId: after.id, status, internal: false, actor }]
  return written.map((comment) => ({
    ticketId: after.id,
    commentId: comment.id,
    status,
    internal: comment.visibility === "internal",
    actor
  }))
}
