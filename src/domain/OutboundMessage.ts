import type { DateTime } from "effect"
import type { TicketPolicy } from "./Brand.ts"
import type { ConnectionId } from "./ChannelConnection.ts"
import type { EventDraft } from "./Event.ts"
import type { AddressId, BrandId, CommentId, MessageId, TicketId } from "./Ids.ts"
import type { ChannelKind } from "./InboundMessage.ts"
import { iso } from "./iso.ts"
import type { JsonObject } from "./Json.ts"
import type { RefusalCause } from "./refusalCause.ts"
import { publicId, type Ticket } from "./Ticket.ts"
import { customerTrio } from "./TicketData.ts"

export const messageKinds = ["reply", "autoresponse", "notification"] as const
export type MessageKind = (typeof messageKinds)[number]

/**
 * `delayed`: a mail system on its way could not pass it on yet. `suppressed`: it was not sent, because it must not be, or
 * because nothing here can send it.
 */
export const messageStatuses = ["queued", "sent", "delayed", "delivered", "failed", "bounced", "suppressed"] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Days for which the text of a message that was sent is kept at least. */
export const messageTextDays = 30

/** A message to a customer, and how far it came. */
export interface OutboundMessage {
  readonly id: MessageId
  readonly brandId: BrandId
  readonly ticketId: TicketId
  readonly commentId?: CommentId | undefined
  readonly channel: ChannelKind
  /** By which it goes that is no mail. */
  readonly connectionId?: ConnectionId | undefined
  readonly kind: MessageKind
  /** Known once it is composed: address, subject and the channel's own id of it. */
  readonly from?: string | undefined
  readonly to: string
  readonly subject?: string | undefined
  readonly externalId?: string | undefined
  readonly status: MessageStatus
  /** In the outbox of test mode, which it does not leave. */
  readonly isCaptured: boolean
  /** Somebody sends it right now. */
  readonly isUnderWay?: boolean | undefined
  readonly attempts: number
  /** Of a text message that was sent: what carriers charge for. */
  readonly segments?: number | undefined
  /** Why it was not sent or delivered, in the words of whoever refused it. */
  readonly error?: string | undefined
  /** Who in copy does not get it, and why, as sentences. */
  readonly copyErrors?: ReadonlyArray<string> | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** What a command wants to be sent. It is composed afterwards, once. */
export interface MessageDraft
  extends Pick<OutboundMessage, "id" | "ticketId" | "commentId" | "channel" | "kind" | "to"> {
  /** Where it goes that is no mail: the connection, and the key of the conversation there. */
  readonly connectionId?: ConnectionId | undefined
  readonly lane?: string | undefined
  /** Why it is not sent at all, as a sentence. */
  readonly suppressed?: string | undefined
  readonly cc?: ReadonlyArray<string> | undefined
  /** The address of the brand that the caller chose to send from. */
  readonly addressId?: AddressId | undefined
  /** What composing it must know beside the ticket and the comment. */
  readonly context?: JsonObject | undefined
}

/** What a comment tells of a message that carries it. */
export type Delivery = Pick<OutboundMessage, "channel" | "to" | "status" | "error" | "segments" | "updatedAt"> & {
  readonly messageId: MessageId
}

/** Somebody in copy who does not get a message, and why: in words, and as the relay meant it. */
export interface CopyLost {
  readonly address: string
  readonly reason: string
  readonly cause?: RefusalCause | undefined
}

/** What is heard of those in copy, whatever becomes of the message. */
export interface CopiesReport {
  readonly copiesLost?: ReadonlyArray<CopyLost> | undefined
  /** The Message-ID that the relay gave it instead of ours, without angle brackets: answers name that one. */
  readonly assignedId?: string | undefined
}

/** What is heard of a message: from the relay, a mail system's report, a provider's receipt or the simulator. */
export interface DeliveryReport extends CopiesReport {
  readonly status: "sent" | "delayed" | "delivered" | "failed" | "bounced"
  /** No new attempt would help. */
  readonly permanent: boolean
  readonly error?: string | undefined
  /** Why it failed or bounced, where a mail system said so. */
  readonly cause?: RefusalCause | undefined
  /** Of a message of test mode: it went into the outbox, which it does not leave. */
  readonly isCaptured?: boolean | undefined
  /** What its channel knows it by, once it has it. */
  readonly externalId?: string | undefined
  /** Of a text message that was sent. */
  readonly segments?: number | undefined
  /** Of a message that failed: the comment goes out this way instead, if that can be. */
  readonly fallback?: "email" | undefined
}

/** From which statuses a report moves a message; it never moves one backwards. */
const movable: Record<DeliveryReport["status"], ReadonlyArray<MessageStatus>> = {
  sent: ["queued"],
  delayed: ["queued", "sent"],
  delivered: ["queued", "sent", "delayed"],
  failed: ["queued", "sent", "delayed"],
  // A server may take a mail, and say later that it cannot deliver it.
  bounced: ["queued", "sent", "delayed", "delivered"]
}

/** The message after a report; undefined where the report tells nothing new. */
export const reported = (
  message: OutboundMessage,
  {
    error,
    externalId = message.externalId,
    isCaptured = message.isCaptured,
    segments = message.segments,
    status
  }: DeliveryReport,
  now: DateTime.Utc
): OutboundMessage | undefined =>
  movable[status].includes(message.status)
    ? { ...message, status, error, externalId, isCaptured, segments, updatedAt: now }
    : undefined

/** The message once more is known of those in copy, of each what is heard first; undefined where that is nothing new. */
export const copiesReported = (
  message: OutboundMessage,
  { copiesLost = [] }: CopiesReport,
  now: DateTime.Utc
): OutboundMessage | undefined => {
  const { copyErrors: known = [] } = message
  const copyErrors = [...known]
  for (const { address, reason } of copiesLost) {
    const about = `Not to ${address}: `
    if (!copyErrors.some((error) => error.startsWith(about))) copyErrors.push(about + reason)
  }
  return copyErrors.length === known.length ? undefined : { ...message, copyErrors, updatedAt: now }
}

/** What is told of a message that did not reach everybody. */
export const errorOf = ({
  copyErrors = [],
  error
}: Pick<OutboundMessage, "copyErrors" | "error">): string | undefined =>
  [...(error === undefined ? [] : [error]), ...copyErrors].join("; ") || undefined

/** Whether a message may have reached anybody, or may do so yet. An attempt whose outcome is not known counts as one that did. */
export const hasLeft = ({ attempts, error, isUnderWay, status }: OutboundMessage): boolean =>
  status === "queued" ? isUnderWay === true || attempts > 0 || error !== undefined : status !== "suppressed"

/** Why a message was taken back, for good. */
export const commentDeleted = "Its comment was deleted before it was sent"

/** A message that waits to be sent, and shall not be any more; undefined where it is too late. */
export const takenBack = (message: OutboundMessage, now: DateTime.Utc): OutboundMessage | undefined =>
  message.status === "queued" && message.isUnderWay !== true
    ? { ...message, status: "suppressed", error: commentDeleted, updatedAt: now }
    : undefined

/** A message that is to be tried again, at once. One that was tried stays so: an attempt may have arrived without our knowing. */
export const requeued = (message: OutboundMessage, now: DateTime.Utc): OutboundMessage => ({
  ...message,
  status: "queued",
  isCaptured: false,
  attempts: Math.min(message.attempts, 1),
  error: undefined,
  updatedAt: now
})

/** A message as answers and events tell it (docs/webhooks.md, Data). */
export const messageData = (message: OutboundMessage) => ({
  id: message.id,
  ticketId: message.ticketId,
  commentId: message.commentId,
  channel: message.channel,
  kind: message.kind,
  from: message.from,
  to: message.to,
  subject: message.subject,
  externalId: message.externalId,
  status: message.status,
  attempts: message.attempts,
  segments: message.segments,
  error: errorOf(message),
  createdAt: iso(message.createdAt),
  updatedAt: iso(message.updatedAt)
})

/** `message.sent`, `.delayed`, `.delivered`, `.failed` or `.bounced`. */
export const messageEvent = (
  message: OutboundMessage,
  { cause = "other", permanent, status }: DeliveryReport,
  ticket: Ticket,
  brand: TicketPolicy
): EventDraft => ({
  type: `message.${status}`,
  subject: ticket.id,
  data: {
    ticketId: ticket.id,
    ticketNumber: publicId(brand.ticketPrefix, ticket.number),
    commentId: message.commentId ?? null,
    message: messageData(message),
    ...(status === "failed" || status === "bounced" ? { permanent, cause } : {}),
    ...customerTrio(ticket)
  }
})
