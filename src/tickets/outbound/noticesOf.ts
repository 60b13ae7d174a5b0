import type { Actor } from "../../domain/Causation.ts"
import type { CommentId, TicketId } from "../../domain/Ids.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { Outcome } from "../TicketCommand.ts"

/** What the watchers of a ticket are told: of a comment, of another status, or of both at once. */
export interface Notice {
  readonly ticketId: TicketId
  readonly commentId?: CommentId | undefined
  /** The keys of the statuses. */
  readonly status?: { readonly from: string; readonly to: string } | undefined
  /** About an internal note: for members alone. */
  readonly internal: boolean
  /** Who did it, and need not be told. */
  readonly actor: Pick<Actor, "id" | "name">
}

/** What the watchers of `before` are told of a command; nothing about spam, nor of what is imported. */
export const noticesOf = (
  before: Ticket,
  { absorbed, comments = [], isImported, ticket: after }: Outcome<unknown>,
  { id, name }: Actor
): ReadonlyArray<Notice> => {
  if (after === undefined || isImported === true || after.isSpam || after.deletedAt !== undefined) return []
  const actor = { id, name }
  const status = before.status === after.status ? undefined : { from: before.status, to: after.status }
  // What comes with a merge was said before.
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
