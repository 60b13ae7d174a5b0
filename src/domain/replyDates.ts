import { DateTime } from "effect"
import type { Ticket } from "./Ticket.ts"

type Dates = Pick<Ticket, "firstRespondedAt" | "lastAgentReplyAt" | "lastCustomerReplyAt" | "waitingSince">

/**
 * What a ticket says of its public replies once one of the moment `at` is among them, before or after those that it
 * has. Replies of one moment are taken in the order in which they come.
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
      // Whoever wrote before the team's last answer has had one.
      waitingSince: isLater(lastAgentReplyAt) ? waitingSince : DateTime.min(waitingSince ?? at, at)
    }
  // Of what the customer wrote after this answer the ticket knows the first, or the last where something before it waited too.
  const askedSince = [waitingSince, lastCustomerReplyAt].find(isLater)
  return {
    // An answer may be older than its ticket, where tickets were merged.
    firstRespondedAt: DateTime.max(createdAt, DateTime.min(firstRespondedAt, at)),
    lastAgentReplyAt: last(lastAgentReplyAt),
    lastCustomerReplyAt,
    waitingSince: waitingSince === undefined ? undefined : askedSince
  }
}
