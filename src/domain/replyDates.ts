import { DateTime } from "effect"
import type { Ticket } from "./Ticket.ts"

type Dates = Pick<Ticket, "firstRespondedAt" | "lastAgentReplyAt" | "lastCustomerReplyAt" | "waitingSince">

/**
 * The dates of a ticket after a public reply made at `at`, which may be earlier or later than those that it has. Replies
 * with the same time count in the order in which they are added.
 */
export const replyDates = (ticket: Ticket, author: "AGENT" | "CUSTOMER", at: DateTime.Utc): Dates => {
  const { createdAt, firstRespondedAt = at, lastAgentReplyAt, lastCustomerReplyAt, waitingSince } = ticket
  const isLater = (moment: DateTime.Utc | undefined) => moment !== undefined && DateTime.isGreaterThan(moment, at)
  const last = (moment: DateTime.Utc | undefined) => (isLater(moment) ? moment : at)
  if (author === "CUSTOMER")
    return {
      firstRespondedAt: ticket.firstRespondedAt,
      lastAgentReplyAt,
      lastCustomerReplyAt: last(lastCustomerReplyAt),
      // A customer who wrote before the team's last reply has been answered.
      waitingSince: isLater(lastAgentReplyAt) ? waitingSince : DateTime.min(waitingSince ?? at, at)
    }
  // Of the customer's messages after this reply, the ticket knows the first or, if they already waited before it, the last.
  const askedSince = [waitingSince, lastCustomerReplyAt].find(isLater)
  return {
    // A reply may be older than its ticket if tickets were merged.
    firstRespondedAt: DateTime.max(createdAt, DateTime.min(firstRespondedAt, at)),
    lastAgentReplyAt: last(lastAgentReplyAt),
    lastCustomerReplyAt,
    waitingSince: waitingSince === undefined ? undefined : askedSince
  }
}
