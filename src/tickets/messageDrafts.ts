import type { Comment } from "../domain/Comment.ts"
import type { Customer } from "../domain/Customer.ts"
import type { AddressId } from "../domain/Ids.ts"
import type { MessageDraft } from "../domain/OutboundMessage.ts"
import type { Ticket } from "../domain/Ticket.ts"
import { goesByMail, isAnsweredAutomatically, mayMail } from "./mayMail.ts"
import type { TicketState } from "./TicketStore.ts"

// What a command has to send to the ticket's customer: at most one message, so none or one. All are pure.

type Drafts = ReadonlyArray<MessageDraft>

/** `full` repeats what the sender wrote, because it is certain who that is; `plain` repeats nothing. */
export type Acknowledgement = "full" | "plain"

/** A public comment of an agent goes to the customer over the ticket's own channel (docs/api.md, rule 3). */
export const replyDrafts = (
  state: TicketState,
  ticket: Ticket,
  comment: Comment,
  addressId: AddressId | undefined
): Drafts => {
  const { ids, now, ticketCustomer } = state
  if (comment.visibility !== "public" || comment.authorType !== "AGENT" || comment.isAutomated) return []
  const reply = { id: ids("message"), kind: "reply" as const, ticketId: ticket.id, commentId: comment.id }
  if (goesByMail(ticket))
    return mayMail(ticketCustomer, now)
      ? [
          {
            ...reply,
            channel: "email",
            to: ticketCustomer.email,
            cc: comment.cc?.filter((address) => address !== ticketCustomer.email),
            addressId
          }
        ]
      : []
  return ticket.isSpam || ticketCustomer?.isBlocked === true ? [] : channelReply(state, ticket, reply)
}

/** Back into the conversation that the ticket came from. One that came from none, such as by the API, goes nowhere. */
const channelReply = (
  state: TicketState,
  ticket: Ticket,
  reply: Pick<MessageDraft, "id" | "kind" | "ticketId" | "commentId">
): Drafts => {
  const { origin } = ticket
  const conversation = state.conversationOf(ticket.id)
  if (conversation !== undefined) {
    const { connectionId, key, kind, person, refusal } = conversation
    return [{ ...reply, channel: kind, connectionId, lane: key, to: person ?? key, suppressed: refusal }]
  }
  return origin === "api" || origin === "email" || typeof ticket.sourceData?.["inboundId"] !== "string"
    ? []
    : [{ ...reply, channel: origin, to: ticket.customerEmail, suppressed: "The channel is no longer connected" }]
}

/**
 * The answer to a message that opened a ticket, where the brand sends one: never to a machine, and nothing that its
 * sender wrote unless it is certain who that is (RFC 3834). How many a person gets is counted when it is composed.
 */
export const acknowledgementDrafts = (
  { brand, ids, now }: TicketState,
  ticket: Ticket,
  customer: Customer,
  acknowledge: Acknowledgement | undefined
): Drafts =>
  acknowledge !== undefined &&
  brand.autoresponseEnabled &&
  !ticket.isAutomated &&
  goesByMail(ticket) &&
  mayMail(customer, now) &&
  isAnsweredAutomatically(customer.email)
    ? [
        {
          id: ids("message"),
          channel: "email",
          kind: "autoresponse",
          ticketId: ticket.id,
          to: customer.email,
          context: { acknowledge }
        }
      ]
    : []

/** "We created a ticket for you", where who created it asks for that. */
export const announcementDrafts = ({ ids, now }: TicketState, ticket: Ticket, customer: Customer): Drafts =>
  goesByMail(ticket) && mayMail(customer, now)
    ? [{ id: ids("message"), channel: "email", kind: "notification", ticketId: ticket.id, to: customer.email }]
    : []
