import type { DateTime } from "effect"
import type { CommentId, InboundId, TicketId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"
import type { Source } from "./Ticket.ts"

export type ChannelKind = "email" | "chat" | "sms" | "custom"

/** A file that came with a message; its bytes are in the blob store already. */
export interface InboundFile {
  readonly filename: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  readonly blobKey: string
  readonly inline: boolean
  readonly contentId?: string | undefined
}

/** What every channel makes of its own wire format: one message for one brand. */
export interface InboundMessage {
  readonly channel: ChannelKind
  readonly source: Source
  /** The channel's own id: a Message-ID, event id or SID. */
  readonly externalId: string
  /** SHA-256 over what makes the message itself; the same key has one effect per brand. */
  readonly dedupeKey: Uint8Array
  readonly sender: { readonly email: string; readonly name?: string | undefined }
  /** The envelope's recipients, as received. */
  readonly recipients: ReadonlyArray<string>
  readonly subject?: string | undefined
  readonly text: string
  /** External ids that this message answers, nearest first. */
  readonly references: ReadonlyArray<string>
  readonly files: ReadonlyArray<InboundFile>
  readonly participants: ReadonlyArray<{ readonly email: string; readonly name?: string | undefined }>
  /** Sent by a machine: stored, but changes no status and is never answered by one of ours. */
  readonly isAutomated: boolean
  readonly receivedAt: DateTime.Utc
  /** Bytes of the raw message. */
  readonly size: number
  /** Where the raw message is kept. */
  readonly rawBlobKey: string
  /** The channel's own facts, kept beside the message: envelope, verdicts. */
  readonly envelope?: JsonObject | undefined
}

/** One check of the intake, in words, as `explain` shows it. */
export interface IntakeStep {
  readonly check: string
  readonly result: "matched" | "not_matched" | "skipped"
  readonly detail: string
}

/** What became of a message. */
export interface IntakeResult {
  readonly inboundId: InboundId
  readonly outcome: "ticket_created" | "comment_added" | "none"
  readonly duplicate: boolean
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
}
