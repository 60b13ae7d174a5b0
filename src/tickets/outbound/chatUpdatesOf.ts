import type { StoredEvent } from "../../domain/Event.ts"
import type { BrandId, CommentId, TicketId } from "../../domain/Ids.ts"

/** That threads about a ticket are behind it. */
export interface ChatUpdateDraft {
  readonly brandId: BrandId
  readonly ticketId: TicketId
  /** The comment that is new or different; without one it is the ticket itself. */
  readonly commentId: CommentId | undefined
  /** Not for the team's threads alone: for those too in which its customer writes. */
  readonly told: boolean
}

/** Events after which a customer's thread shows another status, or may show it at last. */
const telling: ReadonlySet<string> = new Set([
  "ticket.created",
  "ticket.resolved",
  "ticket.closed",
  "ticket.reopened",
  "message.sent",
  "message.failed"
])

/** Events that no thread shows. */
const silent = /^(customer|attachment)\.|^message\.(delayed|delivered)$/

/** What of an event's data tells whom it concerns; events word it in more than one way. */
interface Concerned {
  readonly comment?: { readonly id: CommentId } | undefined
  readonly commentId?: CommentId | null | undefined
  readonly changes?: ReadonlyArray<string> | undefined
  readonly purged?: boolean | undefined
}

/** What the events of one commit mean to the threads of their tickets: one update for each ticket and comment. */
export const chatUpdatesOf = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<ChatUpdateDraft> => {
  const updates = new Map<string, ChatUpdateDraft>()
  for (const { brandId, data, subject, type } of events) {
    // Every event is worded by ours; nothing else of it is looked at.
    const { changes, comment, commentId: carried, purged } = data as Concerned
    if (silent.test(type) || purged === true) continue
    const commentId = comment?.id ?? carried ?? undefined
    const told = telling.has(type) || (type === "ticket.updated" && changes?.includes("status") === true)
    const key = `${subject} ${commentId}`
    const known = updates.get(key)
    updates.set(key, {
      brandId,
      // Events of customers were left out.
      ticketId: subject as TicketId,
      commentId,
      told: told || known?.told === true
    })
  }
  return [...updates.values()]
}
