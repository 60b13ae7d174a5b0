import type { StoredEvent } from "../../domain/Event.ts"
import type { BrandId, CommentId, TicketId } from "../../domain/Ids.ts"

/** Records that threads about a ticket lag behind it. */
export interface ChatUpdateDraft {
  readonly brandId: BrandId
  readonly ticketId: TicketId
  /** The new or changed comment; `undefined` for the ticket itself. */
  readonly commentId: CommentId | undefined
  /** The update is not only for the team's threads, but also for those in which the customer writes. */
  readonly told: boolean
}

/** Events after which a customer's thread shows another status, or may be able to show it for the first time. */
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

/** The part of an event's data that says what it concerns; events contain it in different forms. */
interface Concerned {
  readonly comment?: { readonly id: CommentId } | undefined
  readonly commentId?: CommentId | null | undefined
  readonly changes?: ReadonlyArray<string> | undefined
  readonly purged?: boolean | undefined
}

/** The updates that the events of one commit cause in the threads of their tickets: one for each ticket and comment. */
export const chatUpdatesOf = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<ChatUpdateDraft> => {
  const updates = new Map<string, ChatUpdateDraft>()
  for (const { brandId, data, subject, type } of events) {
    // We create all event data ourselves, and only these fields are read.
    const { changes, comment, commentId: carried, purged } = data as Concerned
    if (silent.test(type) || purged === true) continue
    const commentId = comment?.id ?? carried ?? undefined
    const told = telling.has(type) || (type === "ticket.updated" && changes?.includes("status") === true)
    const key = `${subject} ${commentId}`
    const known = updates.get(key)
    updates.set(key, {
      brandId,
      // Events of customers were excluded above.
      ticketId: subject as TicketId,
      commentId,
      told: told || known?.told === true
    })
  }
  return [...updates.values()]
}
