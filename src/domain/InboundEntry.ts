import type { DateTime } from "effect"
import type { AttachmentId, BrandId, CommentId, EventId, InboundId, TicketId } from "./Ids.ts"
import type { ChannelKind, InboundMail, IntakeStep, MailRoute } from "./InboundMessage.ts"
import type { MailAuthentication } from "./MailAuthentication.ts"

export const inboundStatuses = ["received", "processed", "duplicate", "ignored", "failed"] as const
export type InboundStatus = (typeof inboundStatuses)[number]

export const inboundOutcomes = ["ticket_created", "comment_added", "bounce", "none"] as const
export type InboundOutcome = (typeof inboundOutcomes)[number]

export const channelKinds = ["email", "chat", "sms", "custom"] as const satisfies ReadonlyArray<ChannelKind>

/** A received message, as the inbound log lists it. */
export interface InboundEntry {
  readonly id: InboundId
  readonly brandId: BrandId
  readonly channel: ChannelKind
  readonly externalId: string
  /** The sender's address. */
  readonly from: string
  /** The envelope's recipients. */
  readonly to: ReadonlyArray<string>
  readonly subject?: string | undefined
  readonly status: InboundStatus
  readonly outcome?: InboundOutcome | undefined
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
  readonly error?: string | undefined
  /** How many times it was processed. */
  readonly attempts: number
  /** Bytes of the raw message. */
  readonly size: number
  readonly receivedAt: DateTime.Utc
  readonly processedAt?: DateTime.Utc | undefined
  /** For mail: its class, and whether it really comes from its sender's domain. */
  readonly kind?: InboundMail["kind"] | undefined
  readonly authentication?: MailAuthentication | undefined
  /** What is unusual about it, such as `duplicate_message_id`. */
  readonly flags: ReadonlyArray<string>
}

/** A received message with everything that the log keeps about it. */
export interface InboundDetail extends InboundEntry {
  readonly steps: ReadonlyArray<IntakeStep>
  /** How its recipient address was routed to the brand. */
  readonly route?: MailRoute | undefined
  /** The envelope sender and the SMTP client, as received. */
  readonly envelope: { readonly from: string; readonly clientName: string; readonly clientAddress: string }
  readonly dedupeKey: Uint8Array
  /** The blob key of the raw message, or `undefined` once its retention has ended. */
  readonly rawBlobKey?: string | undefined
  /** The quoted text, which is left out of the comment. */
  readonly quotedText?: string | undefined
  /** The sanitized HTML of a mail. */
  readonly html?: string | undefined
  /** What had to be repaired or guessed to parse a mail, in words. */
  readonly repairs: ReadonlyArray<string>
  /** The files that came with it. */
  readonly fileIds: ReadonlyArray<AttachmentId>
}

/** A received message with what it caused. */
export interface InboundEffects {
  readonly entry: InboundEntry
  /** In their order. */
  readonly events: ReadonlyArray<{ readonly id: EventId; readonly type: string }>
}

/** Selects received messages of a brand, newest first. */
export interface InboundQuery {
  readonly statuses?: ReadonlyArray<InboundStatus> | undefined
  readonly channels?: ReadonlyArray<ChannelKind> | undefined
  readonly from?: string | undefined
  readonly ticketId?: TicketId | undefined
  readonly receivedAfter?: DateTime.Utc | undefined
  readonly receivedBefore?: DateTime.Utc | undefined
  readonly limit: number
  /** The page starts after this message. */
  readonly after?: InboundId | undefined
}

export interface InboundPage {
  readonly items: ReadonlyArray<InboundEntry>
  /** Where the next page starts; absent at the end. */
  readonly next?: InboundId | undefined
}
