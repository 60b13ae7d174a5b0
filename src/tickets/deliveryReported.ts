import { DateTime, Result } from "effect"
import { externalMessageId } from "../domain/ChannelConnection.ts"
import type { MessageId } from "../domain/Ids.ts"
import {
  type DeliveryReport,
  messageEvent,
  messageTextDays,
  type OutboundMessage,
  reported,
  requeued
} from "../domain/OutboundMessage.ts"
import { InvalidState, NotFound } from "../domain/Problems.ts"
import { updatedCustomer } from "./changeCustomer.ts"
import { mayMail } from "./mayMail.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { ticketAudit } from "./ticketOutcome.ts"

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
  const restedAddresses = [...(noMailbox ? [message.to] : []), ...(report.copiesWithoutMailbox ?? [])].map(
    (address) => ({ address, reason: "bounce" as const })
  )
  const after = reported(message, report, now)
  const messageIds = idsOf(message, report)?.map((messageId) => ({
    messageId,
    ticketId: ticket.id,
    commentId: message.commentId,
    direction: "out" as const
  }))
  if (after === undefined)
    return Result.succeed({
      value: message,
      messages: named(message, report),
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
  { connectionId }: OutboundMessage,
  { assignedId, externalId }: DeliveryReport
): ReadonlyArray<string> | undefined => {
  if (assignedId !== undefined) return [assignedId]
  return connectionId === undefined || externalId === undefined
    ? undefined
    : [externalMessageId(connectionId, externalId)]
}

/** A receipt may come before the answer to what it is about, which names the message and says what it takes. */
const named = (
  message: OutboundMessage,
  { externalId = message.externalId, segments = message.segments }: DeliveryReport
) =>
  externalId === message.externalId && segments === message.segments
    ? undefined
    : [{ ...message, externalId, segments }]

/** A message that failed or came back is queued again; any other is on its way, has arrived, or must not be sent. */
export const retryMessage = (
  state: TicketState,
  id: MessageId
): Result.Result<Outcome<OutboundMessage>, NotFound | InvalidState> => {
  const { brand, now, ticket } = state
  const message = state.messages.find((one) => one.id === id)
  if (ticket === undefined || ticket.deletedAt !== undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (message === undefined) return Result.fail(new NotFound({ entity: "message" }))
  const reason = whyNotAgain(state, message)
  if (reason !== undefined) return Result.fail(new InvalidState({ state: message.status, reason }))
  const after = requeued(message, now)
  return Result.succeed({
    value: after,
    ticket,
    messages: [after],
    events: [],
    audit: [ticketAudit("message.retried", ticket, brand, { messageId: { old: null, new: id } })]
  })
}

/** What a bounce says of the next try: nothing, unless it was that there is no such mailbox. */
const whyNotAgain = (
  { now, ticketCustomer }: Pick<TicketState, "now" | "ticketCustomer">,
  { createdAt, status, to }: OutboundMessage
): string | undefined => {
  if (status === "failed") return undefined
  if (status !== "bounced") return "Only a message that failed or bounced can be sent again"
  if (ticketCustomer?.email === to && !mayMail(ticketCustomer, now))
    return "Nothing is mailed to its address: there is no such mailbox, or its owner wants none"
  return DateTime.toEpochMillis(now) < DateTime.toEpochMillis(DateTime.add(createdAt, { days: messageTextDays }))
    ? undefined
    : "What it said is not kept any more: write it again"
}
