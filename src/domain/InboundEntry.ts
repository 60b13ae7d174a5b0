import type { DateTime } from "effect"
import type { AttachmentId, BrandId, CommentId, EventId, InboundId, TicketId } from "./Ids.ts"
import type { ChannelKind, InboundMail, IntakeStep, MailRoute } from "./InboundMessage.ts"
import type { MailAuthentication } from "./MailAuthentication.ts"

export const inboundStatuses = ["received", "processed", "duplicate", "ignored", "failed"] as const
export type InboundStatus = (typeof inboundStatuses)[number]

export const inboundOutcomes = ["ticket_created", "comment_added", "bounce", "none"] as const
export type InboundOutcome = (typeof inboundOutcomes)[number]

export const channelKinds = ["email", "chat", "sms", "custom"] as const satisfies ReadonlyArray<ChannelKind>

/** A received message in the inbound log. */
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
  /** How often it was processed. */
  readonly attempts: number
  /** Bytes of the raw message. */
  readonly size: number
  readonly receivedAt: DateTime.Utc
  readonly processedAt?: DateTime.Utc | undefined
  /** Of mail: its class, and whether it is from where it says. */
  readonly kind?: InboundMail["kind"] | undefined
  readonly authentication?: MailAuthentication | undefined
  /** Words for what is unusual about it, such as `duplicate_message_id`. */
  readonly flags: ReadonlyArray<string>
}

/** A message with what the log keeps of it beside the list. */
export interface InboundDetail extends InboundEntry {
  readonly steps: ReadonlyArray<IntakeStep>
  /** How its recipient led to the brand. */
  readonly route?: MailRoute | undefined
  /** Return path and client of the envelope, as they were. */
  readonly envelope: { readonly from: string; readonly clientName: string; readonly clientAddress: string }
  readonly dedupeKey: Uint8Array
  /** Where the raw message is kept; nowhere once it is too old. */
  readonly rawBlobKey?: string | undefined
  /** What the comment made of it leaves out: the text that it quotes. */
  readonly quotedText?: string | undefined
  /** What a mail looks like, safe to show. */
  readonly html?: string | undefined
  /** What had to be mended or guessed to read a mail, in words. */
  readonly repairs: ReadonlyArray<string>
  /** Files that it brought. */
  readonly fileIds: ReadonlyArray<AttachmentId>
}

/** What a message did. */
export interface InboundEffects {
  readonly entry: InboundEntry
  /** In their order. */
  readonly events: ReadonlyArray<{ readonly id: EventId; readonly type: string }>
}

/** Which messages of a brand are listed, newest first. */
export interface InboundQuery {
  readonly statuses?: ReadonlyArray<InboundStatus> | undefined
  readonly channels?: ReadonlyArray<ChannelKind> | undefined
  readonly from?: string | undefined
  readonly ticketId?: TicketId | undefined
  readonly receivedAfter?: DateTime.Utc | undefined
  readonly receivedBefore?: DateTime.Utc | undefined
  readonly limit: number
  /** The page starts below this message. */
  readonly after?: InboundId | undefined
}

export interface InboundPage {
  readonly items: ReadonlyArray<InboundEntry>
  /** Where the next page starts. */
  readonly next?: InboundId | undefined
}
