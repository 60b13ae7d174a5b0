import { DateTime } from "effect"
import type { TicketId } from "../domain/Ids.ts"
import type { InboundMessage, IntakeStep } from "../domain/InboundMessage.ts"
import { publicId, type Ticket } from "../domain/Ticket.ts"
import type { TicketState } from "./TicketStore.ts"

/** Where a message belongs, and how that was found out. */
export interface Conversation {
  readonly steps: ReadonlyArray<IntakeStep>
  /** The ticket that the message is a comment on; none for a new ticket. */
  readonly continues?: Ticket | undefined
  /** The finished ticket that the new one takes up. */
  readonly followUpOfId?: TicketId | undefined
  /** A ticket that the message answers although its sender has no part in it. */
  readonly relatedTicketId?: TicketId | undefined
}

/**
 * Finds the ticket that a message continues: the nearest of those that know a message it answers and in which its
 * sender takes part. A message id can be copied from anywhere, so it alone lets nobody in.
 */
export const findConversation = (state: TicketState, message: InboundMessage): Conversation => {
  const name = (ticket: Ticket) => publicId(state.brand.ticketPrefix, ticket.number)
  const step = (result: IntakeStep["result"], detail: string): IntakeStep => ({
    check: "message_references",
    result,
    detail
  })
  const [nearest] = state.threads
  if (nearest === undefined) {
    const detail = message.references.length === 0 ? "answers no message" : "answers no message that is known here"
    return { steps: [step("not_matched", detail)] }
  }
  const found = state.threads.find(({ ticket }) => takesPart(ticket, message.sender.email))?.ticket
  if (found === undefined) {
    return {
      steps: [step("not_matched", `answers ${name(nearest.ticket)}, in which the sender has no part`)],
      relatedTicketId: nearest.ticket.id
    }
  }
  const matched = step("matched", `answers ${name(found)}, in which the sender takes part`)
  if (found.mergedIntoId !== undefined) {
    return {
      steps: [matched, { check: "merged_target", result: "matched", detail: `${name(found)} was merged away` }],
      followUpOfId: found.mergedIntoId
    }
  }
  if (found.statusCategory !== "closed" || message.isAutomated) return { steps: [matched], continues: found }

  const open = reopens(state, found)
  const closed: IntakeStep = {
    check: "closed_policy",
    result: open ? "not_matched" : "matched",
    detail: open ? `${name(found)} is closed and opens again` : `${name(found)} is closed: a new ticket follows it up`
  }
  return open ? { steps: [matched, closed], continues: found } : { steps: [matched, closed], followUpOfId: found.id }
}

const takesPart = (ticket: Ticket, email: string): boolean =>
  ticket.customerEmail === email || (ticket.participants ?? []).some((person) => person.email === email)

/** Whether a message opens the closed ticket again (docs/api.md, rule 6). */
const reopens = ({ brand, now }: TicketState, ticket: Ticket): boolean => {
  switch (brand.closedReply) {
    case "reopen":
      return true
    case "follow_up":
      return false
    case "window": {
      const closedAt = ticket.closedAt ?? ticket.updatedAt
      return (
        DateTime.toEpochMillis(now) <=
        DateTime.toEpochMillis(DateTime.add(closedAt, { days: brand.closedReplyWindowDays }))
      )
    }
  }
}
