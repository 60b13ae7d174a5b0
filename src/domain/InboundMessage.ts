import { type DateTime, Schema } from "effect"
import type { ConnectionId } from "./ChannelConnection.ts"
import type { Visibility } from "./Comment.ts"
import type { AttachmentId, BrandId, CommentId, InboundId, MemberId, MessageId, TicketId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"
import type { MailAuthentication } from "./MailAuthentication.ts"
import type { Link, Priority, Source } from "./Ticket.ts"

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

/** Somebody named in a message. */
export interface Person {
  /** Lower case, the domain as A-labels. */
  readonly email: string
  readonly name?: string | undefined
}

/** Who wrote a message. */
export interface Sender extends Person {
  /** E.164. */
  readonly phone?: string | undefined
  /**
   * Their id at the channel, by which they are the same customer next time, whatever address that customer has by then.
   * Who has no address is given one that is never mailed (`placeholderEmail`).
   */
  readonly identity?: Identity | undefined
}

/** An id that somebody has at a channel: `channel` is what people call that, such as `slack` or `sms`. */
export interface Identity {
  readonly channel: string
  readonly address: string
}

/** The thread, pair of numbers or other conversation of a connection that a message is part of. */
export interface Conversation {
  readonly connectionId: ConnectionId
  /** The same for all its messages, and for no other conversation of the connection. */
  readonly key: string
  /** By which check `explain` tells what it is. */
  readonly check: "chat_thread" | "sms_conversation" | "custom_thread"
  /** `agent`: only the team reads it; what customers are told goes elsewhere. */
  readonly mode: "customer" | "agent"
  /** The provider's id of the message that began it. */
  readonly root?: string | undefined
  /** A closed ticket opens again within so many hours of its end, whatever the brand does otherwise. */
  readonly reopenHours?: number | undefined
  /** Whoever writes after so many months without a message is somebody new, to whom the number was given meanwhile. */
  readonly idleMonths?: number | undefined
}

/** A member of the team who wrote where their messages come in as customers' do. */
export interface AgentAuthor {
  readonly memberId: MemberId
  readonly name: string
  readonly visibility: Visibility
}

/** What every channel makes of its own wire format: one message for one brand. */
export interface InboundMessage {
  readonly channel: ChannelKind
  readonly source: Source
  /** The channel's own id: a Message-ID, event id or SID. */
  readonly externalId: string
  /** SHA-256 over what makes the message itself; the same key has one effect per brand. */
  readonly dedupeKey: Uint8Array
  readonly sender: Sender
  /** An agent wrote it, so that it is theirs and no customer's; a message that continues a ticket alone can be. */
  readonly author?: AgentAuthor | undefined
  /** Where it was written; none for mail, whose headers tell. */
  readonly conversation?: Conversation | undefined
  /** The envelope's recipients, as received. */
  readonly recipients: ReadonlyArray<string>
  readonly subject?: string | undefined
  /** All of it, quotes too. */
  readonly text: string
  /** What it looks like, safe to show; images by `cid:` and the content ids of its files. */
  readonly html?: string | undefined
  /** What is new in it, and what it quotes; left out where nothing is quoted. */
  readonly reply?: { readonly visible: string; readonly quoted: string } | undefined
  /** Nothing in its text is new: all of it is a quote or a signature, or there is none. */
  readonly addsNothing?: boolean | undefined
  /** External ids that this message answers, nearest first. */
  readonly references: ReadonlyArray<string>
  readonly files: ReadonlyArray<InboundFile>
  /** Confirmed uploads of the brand that it brings, whoever began them. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** Of the ticket that it opens, where its sender could say. */
  readonly priority?: Priority | undefined
  /** Where the ticket that it opens came from, for the team. */
  readonly links?: ReadonlyArray<Link> | undefined
  /** Goes to its ticket or comment: what everybody sees of it, and what is kept as its source's data. */
  readonly metadata?: JsonObject | undefined
  readonly sourceData?: JsonObject | undefined
  /** Who else it was sent to, in order; not those of our own domain, and nobody who only sends. */
  readonly participants: ReadonlyArray<Person>
  /** Sent by a machine: stored, but changes no status and is never answered by one of ours. */
  readonly isAutomated: boolean
  readonly receivedAt: DateTime.Utc
  /** Bytes of the raw message. */
  readonly size: number
  /** Where the raw message is kept. */
  readonly rawBlobKey: string
  /** The channel's own facts, kept beside the message: envelope, verdicts. */
  readonly envelope?: JsonObject | undefined
  /** What only mail has. */
  readonly mail?: InboundMail | undefined
}

/** What the intake must know of a message that came by mail. */
export interface InboundMail {
  /** Who wrote it: a person, an answering machine, another machine, or a mail system about a failed delivery. */
  readonly kind: "human" | "auto-replied" | "auto-generated" | "bounce"
  /** The domain of the brands' own addresses. */
  readonly ownDomain: string
  /** Why the brand gets it. */
  readonly route: MailRoute
  /** A contact form sent it: its sender is whoever filled it in, as they say. */
  readonly byForm?: boolean | undefined
  /** None where nothing was checked, as for simulated mail. */
  readonly authentication?: MailAuthentication | undefined
  /**
   * What a machine of ours may answer: `full` may repeat the subject and text of the mail, because its sender is proven;
   * `plain` may not; `none`: no answer at all.
   */
  readonly acknowledge: "full" | "plain" | "none"
  /** Where answers go instead of to the sender: a Reply-To of the sender's own domain. */
  readonly replyTo?: string | undefined
  /**
   * Why it is spam: its sender's domain disowns it, so that it continues nothing, or a relay of ours takes it for spam, so
   * that it opens a spam ticket unless it answers something.
   */
  readonly spam?: "disowned" | "relay" | undefined
  /** The one address that it was sent to: the mailbox that forwarded it, where its header names no address of the brand. */
  readonly forwarder?: string | undefined
  /** The brand whose mail it is, by the loop header that we put on all our mail. */
  readonly loop?: { readonly brandId: BrandId } | undefined
  /** Who wrote the message that it passes on: perhaps the customer meant. */
  readonly forwardedFrom?: Person | undefined
  /** By what Outlook continues its conversation. */
  readonly outlook?: OutlookThread | undefined
  /** Those of `references` that are ids which we made, and what they name. */
  readonly ownReferences: ReadonlyArray<OwnReference>
  /** What a mail system says of mail that we sent. */
  readonly bounce?: Bounce | undefined
  /**
   * Messages an hour from one sender beyond which they are flagged and never answered, and beyond which they are refused;
   * on one ticket those beyond which they change no status, as those of a machine that does not say that it is one.
   */
  readonly hourlyLimits?: { readonly flagged: number; readonly refused: number; readonly perTicket: number } | undefined
}

/** What Outlook and Exchange write into a mail to show conversations. */
export interface OutlookThread {
  /** `Thread-Index`, base64: where in its conversation the mail stands. */
  readonly index: string
  /** `Thread-Topic`: the subject without answer marks. */
  readonly topic: string
  /** The same for all mails of one conversation; no message id. */
  readonly key: string
}

/** How an address of the envelope led to a brand, by the rule that found it. */
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
  /** The ticket of a reply address, or of the mail that a bounce address is the return path of. */
  readonly ticketId?: TicketId | undefined
  /** That mail. */
  readonly messageId?: MessageId | undefined
}

/** A Message-ID of ours: whoever knows it got that mail. */
export interface OwnReference {
  readonly reference: string
  readonly names: TicketId | CommentId | MessageId
}

/** What is reported of one recipient of a mail that we sent. */
export interface RecipientReport {
  /** Not all reports say whom they are about. */
  readonly recipient?: string | undefined
  /**
   * `delayed` is still being tried; of what was `relayed` or `expanded` nothing more will be heard (RFC 3464, 2.3.3).
   * `complained`: it arrived, and the recipient calls it spam (RFC 5965).
   */
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded" | "complained"
  /** Enhanced status code (RFC 3463), such as 5.1.1. */
  readonly status?: string | undefined
  /** What the other side said, one line. */
  readonly diagnostic?: string | undefined
}

/** A report about a mail that we sent (RFC 3464, RFC 5965), or what could be read from one that is none. */
export interface Bounce {
  /** The mail that it is about, where that is known; a notice, which is no message of its ticket, by whom it was to. */
  readonly of?:
    | { readonly messageId: MessageId; readonly ticketId: TicketId; readonly noticeTo?: string | undefined }
    | undefined
  /** Message ids of the mail that was returned. */
  readonly messageIds: ReadonlyArray<string>
  /** At least one. */
  readonly recipients: ReadonlyArray<RecipientReport>
}

/** One check of the intake, in words, as `explain` shows it. */
export interface IntakeStep {
  readonly check: string
  readonly result: "matched" | "not_matched" | "skipped"
  readonly detail: string
}

/** One sender wrote more than `limit` messages to a brand within an hour; the next is taken later. */
export class SenderOverLimit extends Schema.TaggedError<SenderOverLimit>()("SenderOverLimit", {
  limit: Schema.Int
}) {}

/** What became of a message. */
export interface IntakeResult {
  readonly inboundId: InboundId
  readonly outcome: "ticket_created" | "comment_added" | "bounce" | "none"
  readonly duplicate: boolean
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
}
