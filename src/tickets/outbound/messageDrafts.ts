import type { Comment } from "../../domain/Comment.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { AddressId } from "../../domain/Ids.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { MessageDraft } from "../../domain/OutboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { BoundConversation, TicketState } from "../TicketCommand.ts"
import { goesByMail, isAnsweredAutomatically, mayMail } from "./mayMail.ts"
import { replyRoute } from "./replyRoute.ts"

// Decides what a command sends to the ticket's customer: at most one message. All functions are pure.

type Drafts = ReadonlyArray<MessageDraft>

/** `full` repeats what the sender wrote, because they are authenticated; `plain` repeats nothing. */
export type Acknowledgement = "full" | "plain"

/** The message that sends an agent's public comment to the customer, if they can be reached. */
export const replyDrafts = (
  { conversationOf, ids, now, ticketCustomer }: TicketState,
  ticket: Ticket,
  comment: Comment,
  addressId: AddressId | undefined
): Drafts => {
  if (comment.visibility !== "public" || comment.authorType !== "AGENT" || comment.isAutomated) return []
  const route = replyRoute(ticket, ticketCustomer, conversationOf(ticket.id), now)
  if (route === undefined) return []
  const reply = { ...route, id: ids("message"), kind: "reply" as const, ticketId: ticket.id, commentId: comment.id }
  return route.channel === "email"
    ? [{ ...reply, cc: comment.cc?.filter((address) => address !== route.to), addressId }]
    : [reply]
}

/**
 * Text messages do not say what they reply to, so they belong to the ticket about which their sender was texted last,
 * unless it is closed.
 */
export const lastTexted = (ticket: Ticket, drafts: Drafts): BoundConversation | undefined => {
  const [draft] = drafts.filter(({ channel, suppressed }) => channel === "sms" && suppressed === undefined)
  return draft?.connectionId === undefined || draft.lane === undefined || ticket.statusCategory === "closed"
    ? undefined
    : { connectionId: draft.connectionId, key: draft.lane, mode: "customer", ticketId: ticket.id }
}

/**
 * The acknowledgement of a message that opened a ticket, if the brand sends one: never to a machine, and never with text
 * that the sender wrote unless they are authenticated (RFC 3834). The number per person is limited when it is composed.
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

/** Asks a customer without an address for it, when they write by text message for the first time. */
export const emailPromptDrafts = (
  { brand, customer, ids }: TicketState,
  { conversation, isAutomated }: InboundMessage,
  { id, isSpam }: Ticket
): Drafts =>
  brand.smsEmailPrompt === undefined ||
  customer !== undefined ||
  conversation?.check !== "sms_conversation" ||
  isAutomated ||
  isSpam
    ? []
    : [
        {
          id: ids("message"),
          channel: "sms",
          kind: "autoresponse",
          ticketId: id,
          to: conversation.key,
          connectionId: conversation.connectionId,
          lane: conversation.key,
          context: { text: brand.smsEmailPrompt }
        }
      ]

/** Tells the customer that a ticket was created for them, if its creator asked for that. */
export const announcementDrafts = ({ ids, now }: TicketState, ticket: Ticket, customer: Customer): Drafts =>
  goesByMail(ticket) && mayMail(customer, now)
    ? [{ id: ids("message"), channel: "email", kind: "notification", ticketId: ticket.id, to: customer.email }]
    : []
