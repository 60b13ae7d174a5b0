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
 * What a report of a message changes: its state, with its event, and for a mailbox that does not exist also its owner, to
 * whom nothing is sent for a while. A report that tells nothing new is no event.
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

/** What is heard of those in copy changes no state of the message, and is no event: it is told beside it. */
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

/** The comment of a message that cannot be delivered, by mail, where its customer can be reached so. */
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

/** By what the relay or the channel calls it, later messages find what it said: answers, echoes and edits. */
const idsOf = (
  { commentId, connectionId, ticketId }: OutboundMessage,
  { assignedId, externalId }: Pick<DeliveryReport, "assignedId" | "externalId">
): Outcome<unknown>["messageIds"] => {
  const given =
    connectionId === undefined || externalId === undefined ? undefined : ([connectionId, externalId] as const)
  const messageId = assignedId ?? (given === undefined ? undefined : externalMessageId(...given))
  return messageId === undefined ? undefined : [{ messageId, ticketId, commentId, direction: "out" }]
}

/** A receipt may come before the answer to what it is about, which names the message and says what it takes. */
const named = (
  message: OutboundMessage,
  { externalId = message.externalId, segments = message.segments }: DeliveryReport
) =>
  externalId === message.externalId && segments === message.segments
    ? undefined
    : [{ ...message, externalId, segments }]

/** A message that failed, came back or was not sent is queued again; any other is on its way, has arrived, or must not be sent. */
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

/** Whatever failed may be tried again, unless it is known already that nothing leaves. Else there must be a way now, and what it said. */
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

/** What a bounce says of the next try: nothing, unless it was that there is no such mailbox. */
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
