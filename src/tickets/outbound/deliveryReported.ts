import { DateTime, Result } from "effect"
import { externalMessageId } from "../../domain/ChannelConnection.ts"
import type { MessageId } from "../../domain/Ids.ts"
import {
  type CopiesReport,
  commentDeleted,
  copiesReported,
  type DeliveryReport,
  messageEvent,
  messageTextDays,
  type OutboundMessage,
  reported,
  requeued
} from "../../domain/OutboundMessage.ts"
import { InvalidState, NotFound } from "../../domain/Problems.ts"
import { optedOut } from "../../domain/TicketConversation.ts"
import { updatedCustomer } from "../customers/changeCustomer.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { ticketAudit } from "../ticketOutcome.ts"
import { mayMail } from "./mayMail.ts"
import { lastTexted } from "./messageDrafts.ts"

/**
 * Applies a report about a message: updates its status, with an event. If the mailbox does not exist, also updates its
 * owner, to whom no mail is sent for a while. A report that says nothing new causes no event.
 */
export const deliveryReported = (
  state: TicketState,
  id: MessageId,
  report: DeliveryReport
): Result.Result<Outcome<OutboundMessage>, NotFound> => {
  const { brand, now, ticket, ticketCustomer } = state
  const message = state.messages.find((one) => one.id === id)
  if (ticket === undefined || message === undefined) return Result.fail(new NotFound({ entity: "message" }))
  const noMailbox = report.cause === "no_mailbox" && message.channel === "email"
  const restedAddresses = [...(noMailbox ? [restedOf(message.to)] : []), ...restedCopies(report)]
  const told = copiesReported(message, report, now) ?? message
  const after = reported(told, report, now)
  const messageIds = idsOf(message, report)
  if (after === undefined)
    return Result.succeed({
      value: message,
      messages: named(told, report),
      copiesTold: told === message ? undefined : [told],
      restedAddresses,
      messageIds,
      events: [],
      audit: []
    })

  const bounced =
    noMailbox && ticketCustomer?.email === message.to
      ? updatedCustomer(state, ticketCustomer, "customer.updated", { ...ticketCustomer, emailBouncedAt: now })
      : undefined
  return Result.succeed({
    value: after,
    ticket,
    messages: [after],
    messageIds,
    drafts: fallbackDrafts(state, message, report),
    customer: bounced?.customer,
    restedAddresses,
    events: [messageEvent(after, report, ticket, brand), ...(bounced?.events ?? [])],
    audit: bounced?.audit ?? []
  })
}

/** Records reports about copied recipients, without changing the message's status and without an event. */
export const copiesUndelivered = (
  { messages, now, ticket }: TicketState,
  id: MessageId,
  report: CopiesReport
): Result.Result<Outcome<OutboundMessage>, NotFound> => {
  const message = messages.find((one) => one.id === id)
  if (ticket === undefined || message === undefined) return Result.fail(new NotFound({ entity: "message" }))
  const after = copiesReported(message, report, now)
  return Result.succeed({
    value: after ?? message,
    copiesTold: after === undefined ? undefined : [after],
    messageIds: idsOf(message, report),
    restedAddresses: restedCopies(report),
    events: [],
    audit: []
  })
}

const restedCopies = ({ copiesLost = [] }: CopiesReport) =>
  copiesLost.flatMap(({ address, cause }) => (cause === "no_mailbox" ? [restedOf(address)] : []))

const restedOf = (address: string) => ({ address, reason: "bounce" as const })

/** Sends the comment of an undeliverable message by mail instead, if the customer can be reached that way. */
const fallbackDrafts = (
  { ids, now, ticketCustomer }: TicketState,
  { channel, commentId, kind, ticketId }: OutboundMessage,
  { fallback, status }: DeliveryReport
): Outcome<unknown>["drafts"] =>
  fallback !== "email" ||
  status !== "failed" ||
  channel === "email" ||
  kind !== "reply" ||
  !mayMail(ticketCustomer, now)
    ? undefined
    : [{ id: ids("message"), channel: "email", kind, ticketId, commentId, to: ticketCustomer.email }]

/** The id that the relay or the channel gave the message, by which later messages (replies, echoes and edits) find it. */
const idsOf = (
  { commentId, connectionId, ticketId }: OutboundMessage,
  { assignedId, externalId }: Pick<DeliveryReport, "assignedId" | "externalId">
): Outcome<unknown>["messageIds"] => {
  const given =
    connectionId === undefined || externalId === undefined ? undefined : ([connectionId, externalId] as const)
  const messageId = assignedId ?? (given === undefined ? undefined : externalMessageId(...given))
  return messageId === undefined ? undefined : [{ messageId, ticketId, commentId, direction: "out" }]
}

/** A receipt may arrive before the response that it follows, which has the message's id and the number of segments. */
const named = (
  message: OutboundMessage,
  { externalId = message.externalId, segments = message.segments }: DeliveryReport
) =>
  externalId === message.externalId && segments === message.segments
    ? undefined
    : [{ ...message, externalId, segments }]

/** Queues a failed, bounced or suppressed message again. Others are on their way, delivered, or must not be sent. */
export const retryMessage = (
  state: TicketState,
  id: MessageId
): Result.Result<Outcome<OutboundMessage>, NotFound | InvalidState> => {
  const { brand, conversationOf, now, ticket } = state
  const message = state.messages.find((one) => one.id === id)
  if (ticket === undefined || ticket.deletedAt !== undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (message === undefined) return Result.fail(new NotFound({ entity: "message" }))
  const reason = whyNotAgain(state, message)
  if (reason !== undefined) return Result.fail(new InvalidState({ state: message.status, reason }))
  const after = requeued(message, now)
  const there = conversationOf(ticket.id)
  return Result.succeed({
    value: after,
    ticket,
    messages: [after],
    conversation:
      there?.connectionId === after.connectionId ? lastTexted(ticket, [{ ...after, lane: there?.key }]) : undefined,
    events: [],
    audit: [ticketAudit("message.retried", ticket, brand, { messageId: { old: null, new: id } })]
  })
}

/**
 * Why a message cannot be sent again. A failed one can be, unless it is already known that it cannot leave. Others also
 * need a way to the customer now, and the text that they had.
 */
const whyNotAgain = (state: TicketState, message: OutboundMessage): string | undefined => {
  const { channel, connectionId, error, status, ticketId } = message
  if (status === "failed" && channel === "email") return whyNotToAddress(state, message)
  if (status === "failed") {
    const there = state.conversationOf(ticketId)
    return there?.connectionId === connectionId && there?.refusal === optedOut ? optedOut : undefined
  }
  if (status !== "bounced" && status !== "suppressed")
    return "Only a message that failed, bounced or was suppressed can be sent again"
  if (status === "suppressed" && error === commentDeleted) return "Its comment was deleted"
  return channel === "email" ? whyNotMailed(state, message) : whyNotThere(state, message)
}

/** A bounce says nothing about the next attempt, unless there is no such mailbox. */
const whyNotMailed = (state: TicketState, message: OutboundMessage): string | undefined =>
  whyNotToAddress(state, message) ??
  (DateTime.toEpochMillis(state.now) <
  DateTime.toEpochMillis(DateTime.add(message.createdAt, { days: messageTextDays }))
    ? undefined
    : "Its text is no longer stored: write it again")

const whyNotToAddress = ({ now, ticketCustomer }: TicketState, { to }: OutboundMessage): string | undefined =>
  ticketCustomer?.email === to && !mayMail(ticketCustomer, now)
    ? "No email is sent to this address: the mailbox does not exist, or the customer wants no email"
    : undefined

const whyNotThere = (
  { conversationOf }: Pick<TicketState, "conversationOf">,
  { connectionId, ticketId }: OutboundMessage
): string | undefined => {
  const there = conversationOf(ticketId)
  if (there === undefined || connectionId === undefined) return "The channel is no longer connected"
  return there.connectionId === connectionId
    ? there.refusal
    : "The customer is now reached on another channel: write it again"
}
