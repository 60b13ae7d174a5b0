import { type DateTime, Schema } from "effect"
import type { ConnectionId } from "./ChannelConnection.ts"
import type { Visibility } from "./Comment.ts"
import type { AttachmentId, BrandId, CommentId, InboundId, MemberId, MessageId, TicketId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"
import type { MailAuthentication } from "./MailAuthentication.ts"
import type { Link, Priority, Source } from "./Ticket.ts"

export type ChannelKind = "email" | "chat" | "sms" | "custom"

/** A file that came with a message. Its bytes are already in the blob store. */
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

/** A person named in a message. */
export interface Person {
  /** Lower case, with the domain as A-labels. */
  readonly email: string
  readonly name?: string | undefined
}

/** The author of a message. */
export interface Sender extends Person {
  /** E.164. */
  readonly phone?: string | undefined
  /**
   * Their id at the channel, which identifies the customer next time, whatever their address is by then. A sender without
   * an address gets one that is never mailed (`placeholderEmail`).
   */
  readonly identity?: Identity | undefined
}

/** A person's id at a channel. `channel` is its common name, such as `slack` or `sms`. */
export interface Identity {
  readonly channel: string
  readonly address: string
}

/** The conversation of a connection that a message is part of, such as a thread or a pair of phone numbers. */
export interface Conversation {
  readonly connectionId: ConnectionId
  /** Identifies the conversation within the connection. */
  readonly key: string
  /** The name of the check under which `explain` reports it. */
  readonly check: "chat_thread" | "sms_conversation" | "custom_thread"
  /** `agent`: only the team reads it; messages to customers go elsewhere. */
  readonly mode: "customer" | "agent"
  /** The provider's id of its first message. */
  readonly root?: string | undefined
  /** A message within this many hours of closing reopens the ticket, whatever the brand's setting says. */
  readonly reopenHours?: number | undefined
  /** After this many months without a message, the sender counts as a new person to whom the number was reassigned. */
  readonly idleMonths?: number | undefined
}

/** A member of the team who wrote where customers write, so that their message comes in like a customer's. */
export interface AgentAuthor {
  readonly memberId: MemberId
  readonly name: string
  readonly visibility: Visibility
}

/** One message for one brand, which every channel produces from its own wire format. */
export interface InboundMessage {
  readonly channel: ChannelKind
  readonly source: Source
  /** The channel's own id of it: a Message-ID, event id or SID. */
  readonly externalId: string
  /** SHA-256 of what identifies the message. Messages with the same key take effect once per brand. */
  readonly dedupeKey: Uint8Array
  readonly sender: Sender
  /** The agent who wrote it, if no customer did. Only a message that continues a ticket can have one. */
  readonly author?: AgentAuthor | undefined
  /** Where it was written. None for mail, whose headers tell. */
  readonly conversation?: Conversation | undefined
  /** The envelope's recipients, as received. */
  readonly recipients: ReadonlyArray<string>
  readonly subject?: string | undefined
  /** The full text, including quotes. */
  readonly text: string
  /** Sanitized HTML. Images refer to the content ids of its files with `cid:`. */
  readonly html?: string | undefined
  /** The new text and the quoted text; left out if nothing is quoted. */
  readonly reply?: { readonly visible: string; readonly quoted: string } | undefined
  /** Its text adds nothing: it is empty, or all of it is a quote or a signature. */
  readonly addsNothing?: boolean | undefined
  /** External ids of the messages that it answers, nearest first. */
  readonly references: ReadonlyArray<string>
  readonly files: ReadonlyArray<InboundFile>
  /** Confirmed uploads of the brand that it attaches, whoever started them. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** Priority of the ticket that it opens, if the sender could choose one. */
  readonly priority?: Priority | undefined
  /** Links that show the team where the ticket that it opens came from. */
  readonly links?: ReadonlyArray<Link> | undefined
  /** Stored with its ticket or comment: metadata that everybody sees, and the data of its source. */
  readonly metadata?: JsonObject | undefined
  readonly sourceData?: JsonObject | undefined
  /** Its other recipients, in order, without addresses of our own domain and addresses that only send. */
  readonly participants: ReadonlyArray<Person>
  /** Sent by a machine: it is stored, but changes no status and never gets an automatic reply. */
  readonly isAutomated: boolean
  readonly receivedAt: DateTime.Utc
  /** Bytes of the raw message. */
  readonly size: number
  /** The blob key of the raw message. */
  readonly rawBlobKey: string
  /** The channel's own facts about the message, such as the envelope and verdicts, stored with it. */
  readonly envelope?: JsonObject | undefined
  /** Only for mail. */
  readonly mail?: InboundMail | undefined
}

/** What the intake needs to know about a message that came by mail. */
export interface InboundMail {
  /** Who wrote it: a person, an autoresponder, another machine, or a mail system that reports a failed delivery. */
  readonly kind: "human" | "auto-replied" | "auto-generated" | "bounce"
  /** The domain of the brands' own addresses. */
  readonly ownDomain: string
  /** How its recipient address was routed to the brand. */
  readonly route: MailRoute
  /** A contact form sent it. Its sender is whoever filled in the form, and is not verified. */
  readonly byForm?: boolean | undefined
  /** `undefined` if nothing was checked, as for simulated mail. */
  readonly authentication?: MailAuthentication | undefined
  /**
   * What an automatic reply may contain: with `full`, the subject and text of the mail, because its sender is verified; with
   * `plain`, neither; `none` forbids the reply.
   */
  readonly acknowledge: "full" | "plain" | "none"
  /** Where answers go instead of to the sender: a Reply-To address in the sender's own domain. */
  readonly replyTo?: string | undefined
  /**
   * Why it is spam. `disowned`: it fails the DMARC policy of its domain, so it never continues a ticket. `relay`: one of our
   * relays classified it as spam, so it opens a spam ticket unless it answers something.
   */
  readonly spam?: "disowned" | "relay" | undefined
  /** The mailbox that forwarded it: the only address in its To header, if the header names no address of the brand. */
  readonly forwarder?: string | undefined
  /** The brand that sent it, from the loop header that all our mail has. */
  readonly loop?: { readonly brandId: BrandId } | undefined
  /** The author of the message that it forwards, who may be the actual customer. */
  readonly forwardedFrom?: Person | undefined
  /** How Outlook identifies the conversation. */
  readonly outlook?: OutlookThread | undefined
  /** Those of `references` that we made, and the records that they name. */
  readonly ownReferences: ReadonlyArray<OwnReference>
  /** What a mail system reports about mail that we sent. */
  readonly bounce?: Bounce | undefined
  /**
   * Messages per hour from one sender. Above `flagged`, they are flagged and get no automatic reply; above `refused`, they
   * are refused. Above `perTicket`, those on one ticket change no status: the sender is probably an undeclared machine.
   */
  readonly hourlyLimits?: { readonly flagged: number; readonly refused: number; readonly perTicket: number } | undefined
}

/** The header fields with which Outlook and Exchange mark conversations. */
export interface OutlookThread {
  /** `Thread-Index`, base64: the position of the mail in its conversation. */
  readonly index: string
  /** `Thread-Topic`: the subject without reply prefixes. */
  readonly topic: string
  /** The same for all mails of one conversation. It is not a message id. */
  readonly key: string
}

/** The rule by which an envelope address was routed to a brand. */
export interface MailRoute {
  readonly rule:
    | "reply_address"
    | "bounce_address"
    | "address"
    | "tagged_address"
    | "brand_id"
    | "operator"
    | "catch_all"
  readonly address: string
  /** The ticket of the reply address, or of the mail whose return path the bounce address is. */
  readonly ticketId?: TicketId | undefined
  /** The mail of that bounce address. */
  readonly messageId?: MessageId | undefined
}

/** A Message-ID that we made. Whoever refers to it has received that mail. */
export interface OwnReference {
  readonly reference: string
  readonly names: TicketId | CommentId | MessageId
}

/** What a report says about one recipient of a mail that we sent. */
export interface RecipientReport {
  /** Some reports do not name the recipient. */
  readonly recipient?: string | undefined
  /**
   * `delayed`: still being tried; `relayed` and `expanded`: no further report will follow (RFC 3464, 2.3.3);
   * `complained`: it arrived, and the recipient reported it as spam (RFC 5965).
   */
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded" | "complained"
  /** Enhanced status code (RFC 3463), such as 5.1.1. */
  readonly status?: string | undefined
  /** The remote server's words, in one line. */
  readonly diagnostic?: string | undefined
}

/** A report about a mail that we sent (RFC 3464, RFC 5965), or what could be read from one in another format. */
export interface Bounce {
  /** The mail that it is about, if known. A notice is no message of its ticket, and is identified by its recipient. */
  readonly of?:
    | { readonly messageId: MessageId; readonly ticketId: TicketId; readonly noticeTo?: string | undefined }
    | undefined
  /** Message ids found in the returned mail. */
  readonly messageIds: ReadonlyArray<string>
  /** At least one. */
  readonly recipients: ReadonlyArray<RecipientReport>
}

/** One check of the intake with its result in words, as `explain` shows it. */
export interface IntakeStep {
  readonly check: string
  readonly result: "matched" | "not_matched" | "skipped"
  readonly detail: string
}

/** One sender wrote more than `limit` messages to a brand within an hour. The message is accepted later. */
export class SenderOverLimit extends Schema.TaggedError<SenderOverLimit>()("SenderOverLimit", {
  limit: Schema.Int
}) {}

/** What the intake did with a message. */
export interface IntakeResult {
  readonly inboundId: InboundId
  readonly outcome: "ticket_created" | "comment_added" | "bounce" | "none"
  readonly duplicate: boolean
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
}
