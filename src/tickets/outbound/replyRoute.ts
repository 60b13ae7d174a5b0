import type { DateTime } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import type { MessageDraft } from "../../domain/OutboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"
import { restReasons } from "./mail/mayNotSend.ts"
import { goesByMail, mayMail, wantsMail } from "./mayMail.ts"

/** By which channel an answer goes to a ticket's customer, and why it would not be sent. */
export type ReplyRoute = Pick<MessageDraft, "channel" | "to" | "connectionId" | "lane" | "suppressed">

/** Of a ticket, what decides the way of an answer. */
type Answered = Pick<Ticket, "customerEmail" | "isSpam" | "origin" | "sourceData">

/**
 * An answer goes over the channel that the customer wrote by last, which is the ticket's own unless another's was merged
 * into it (docs/api.md, rule 3); none where no way leads to them.
 */
export const replyRoute = (
  ticket: Answered,
  customer: Customer | undefined,
  conversation: TicketConversation | undefined,
  now: DateTime.Utc
): ReplyRoute | undefined => {
  const isReached = mayMail(customer, now)
  // Where nothing else reaches them either, whoever answers is told that.
  if (wroteByMail(ticket, conversation) && wantsMail(customer) && (isReached || conversation === undefined))
    return { channel: "email", to: customer.email, suppressed: isReached ? undefined : restReasons.bounce }
  return ticket.isSpam || customer?.isBlocked === true ? undefined : channelRoute(ticket, conversation)
}

/** Whether the customer wrote by mail last. Of one who has a conversation and never wrote, it is where they were written to. */
const wroteByMail = (ticket: Answered, conversation: TicketConversation | undefined): boolean =>
  conversation === undefined
    ? goesByMail(ticket)
    : !ticket.isSpam && (conversation.wroteLastBy ?? ticket.origin) === "email"

/** Back into the conversation that the ticket came from. One that came from none, such as by the API, goes nowhere. */
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
