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
 * `delayed`: a mail system on the way could not deliver it yet. `suppressed`: it was not sent, because it must not be or
 * because no channel can send it.
 */
export const messageStatuses = ["queued", "sent", "delayed", "delivered", "failed", "bounced", "suppressed"] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Days for which the text of a sent message is kept at least. */
export const messageTextDays = 30

/** A message to a customer with its delivery state. */
export interface OutboundMessage {
  readonly id: MessageId
  readonly brandId: BrandId
  readonly ticketId: TicketId
  readonly commentId?: CommentId | undefined
  readonly channel: ChannelKind
  /** The connection that sends it, unless it is mail. */
  readonly connectionId?: ConnectionId | undefined
  readonly kind: MessageKind
  /** The sender, the subject and the channel's own id are known once it is composed. */
  readonly from?: string | undefined
  readonly to: string
  readonly subject?: string | undefined
  readonly externalId?: string | undefined
  readonly status: MessageStatus
  /** It was captured in the outbox of test mode, and is never sent. */
  readonly isCaptured: boolean
  /** It is being sent right now. */
  readonly isUnderWay?: boolean | undefined
  readonly attempts: number
  /** The segments of a sent text message, which carriers charge for. */
  readonly segments?: number | undefined
  /** Why it was not sent or delivered, in the words of the system that refused it. */
  readonly error?: string | undefined
  /** The copy recipients that do not get it, and why, as sentences. */
  readonly copyErrors?: ReadonlyArray<string> | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** A message that a command wants to send. It is composed later, once. */
export interface MessageDraft
  extends Pick<OutboundMessage, "id" | "ticketId" | "commentId" | "channel" | "kind" | "to"> {
  /** Unless it is mail: the connection, and the key of the conversation there. */
  readonly connectionId?: ConnectionId | undefined
  readonly lane?: string | undefined
  /** Why it must not be sent, as a sentence. */
  readonly suppressed?: string | undefined
  readonly cc?: ReadonlyArray<string> | undefined
  /** The brand's address that the caller chose as the sender. */
  readonly addressId?: AddressId | undefined
  /** What composing it needs besides the ticket and the comment. */
  readonly context?: JsonObject | undefined
}

/** What a comment shows of a message that carries it. */
export type Delivery = Pick<OutboundMessage, "channel" | "to" | "status" | "error" | "segments" | "updatedAt"> & {
  readonly messageId: MessageId
}

/** A copy recipient that does not get a message, with the reason in words and as the relay's answer classifies it. */
export interface CopyLost {
  readonly address: string
  readonly reason: string
  readonly cause?: RefusalCause | undefined
}

/** What is reported about the copy recipients, whatever happens to the message. */
export interface CopiesReport {
  readonly copiesLost?: ReadonlyArray<CopyLost> | undefined
  /** The Message-ID that the relay replaced ours with, without angle brackets. Answers refer to it. */
  readonly assignedId?: string | undefined
}

/** A report about a message, from the relay, a bounce, a provider's receipt or the simulator. */
export interface DeliveryReport extends CopiesReport {
  readonly status: "sent" | "delayed" | "delivered" | "failed" | "bounced"
  /** Retrying would not help. */
  readonly permanent: boolean
  readonly error?: string | undefined
  /** Why it failed or bounced, if a mail system said so. */
  readonly cause?: RefusalCause | undefined
  /** In test mode: it was captured in the outbox, and is never sent. */
  readonly isCaptured?: boolean | undefined
  /** The channel's own id of it, once the channel has accepted it. */
  readonly externalId?: string | undefined
  /** The segments of a sent text message. */
  readonly segments?: number | undefined
  /** If the message failed: the channel to send the comment by instead, if possible. */
  readonly fallback?: "email" | undefined
}

/** The statuses from which each report moves a message. No report moves one backwards. */
const movable: Record<DeliveryReport["status"], ReadonlyArray<MessageStatus>> = {
  sent: ["queued"],
  delayed: ["queued", "sent"],
  delivered: ["queued", "sent", "delayed"],
  failed: ["queued", "sent", "delayed"],
  // A server may accept a mail, and report later that it cannot deliver it.
  bounced: ["queued", "sent", "delayed", "delivered"]
}

/** The message after a report, or `undefined` if the report says nothing new. */
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

/** The message after a report about its copy recipients, or `undefined` if nothing is new. The first report on each counts. */
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

/** The error of a message, including those of its copy recipients. */
export const errorOf = ({
  copyErrors = [],
  error
}: Pick<OutboundMessage, "copyErrors" | "error">): string | undefined =>
  [...(error === undefined ? [] : [error]), ...copyErrors].join("; ") || undefined

/** Whether a message may have reached anybody, or may still do so. An attempt with an unknown outcome counts as a success. */
export const hasLeft = ({ attempts, error, isUnderWay, status }: OutboundMessage): boolean =>
  status === "queued" ? isUnderWay === true || attempts > 0 || error !== undefined : status !== "suppressed"

/** The error of a message that was withdrawn for good. */
export const commentDeleted = "Its comment was deleted before it was sent"

/** A queued message withdrawn before it is sent, or `undefined` if it is too late. */
export const takenBack = (message: OutboundMessage, now: DateTime.Utc): OutboundMessage | undefined =>
  message.status === "queued" && message.isUnderWay !== true
    ? { ...message, status: "suppressed", error: commentDeleted, updatedAt: now }
    : undefined

/** A message queued for another attempt now. It still counts as attempted, because an earlier attempt may have arrived. */
export const requeued = (message: OutboundMessage, now: DateTime.Utc): OutboundMessage => ({
  ...message,
  status: "queued",
  isCaptured: false,
  attempts: Math.min(message.attempts, 1),
  error: undefined,
  updatedAt: now
})

/** A message as responses and events show it (docs/webhooks.md, Data). */
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

/** The event of a report: `message.sent`, `.delayed`, `.delivered`, `.failed` or `.bounced`. */
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
