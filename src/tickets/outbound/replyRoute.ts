import type { DateTime } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import type { MessageDraft } from "../../domain/OutboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"
import { restReasons } from "./mail/mayNotSend.ts"
import { goesByMail, mayMail, wantsMail } from "./mayMail.ts"

/** The channel through which a reply goes to a ticket's customer, and why it would not be sent. */
export type ReplyRoute = Pick<MessageDraft, "channel" | "to" | "connectionId" | "lane" | "suppressed">

/** The parts of a ticket that decide the way of a reply. */
type Answered = Pick<Ticket, "customerEmail" | "isSpam" | "origin" | "sourceData">

/**
 * Chooses the way of a reply: the channel by which the customer wrote last, which is the ticket's own unless a ticket
 * from another channel was merged into it. `undefined` if the customer cannot be reached.
 */
export const replyRoute = (
  ticket: Answered,
  customer: Customer | undefined,
  conversation: TicketConversation | undefined,
  now: DateTime.Utc
): ReplyRoute | undefined => {
  const isReached = mayMail(customer, now)
  // If the customer cannot be reached in any other way either, the author of the reply is told so.
  if (wroteByMail(ticket, conversation) && wantsMail(customer) && (isReached || conversation === undefined))
    return { channel: "email", to: customer.email, suppressed: isReached ? undefined : restReasons.bounce }
  return ticket.isSpam || customer?.isBlocked === true ? undefined : channelRoute(ticket, conversation)
}

/** Whether the customer wrote by mail last. For one who has a conversation but never wrote, the ticket's origin counts. */
const wroteByMail = (ticket: Answered, conversation: TicketConversation | undefined): boolean =>
  conversation === undefined
    ? goesByMail(ticket)
    : !ticket.isSpam && (conversation.wroteLastBy ?? ticket.origin) === "email"

/** Replies in the conversation that the ticket came from. A ticket without one, for example from the API, gets none. */
const channelRoute = (
  { customerEmail, origin, sourceData }: Answered,
  conversation: TicketConversation | undefined
): ReplyRoute | undefined => {
  if (conversation !== undefined) {
    const { connectionId, key, kind, person, refusal } = conversation
    return { channel: kind, connectionId, lane: key, to: person ?? key, suppressed: refusal }
  }
  return origin === "api" || origin === "email" || typeof sourceData?.["inboundId"] !== "string"
    ? undefined
    : { channel: origin, to: customerEmail, suppressed: "The channel is no longer connected" }
}
