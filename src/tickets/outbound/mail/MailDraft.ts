import type { DateTime } from "effect"
import type { Attachment } from "../../../domain/Attachment.ts"
import type { AddressId, CommentId, MessageId, TicketId } from "../../../domain/Ids.ts"
import type { OutlookThread } from "../../../domain/InboundMessage.ts"
import type { Json } from "../../../domain/Json.ts"
import type { MessageKind } from "../../../domain/OutboundMessage.ts"
import type { BrandScope } from "../../../domain/Principal.ts"
import type { MailToken } from "../../../domain/ReplyAddress.ts"
import type { RestedAddress } from "../../TicketCommand.ts"

/** What somebody wrote, as mail quotes it. */
export interface Said {
  /** A name, or an address where there is none. */
  readonly author: string
  readonly at: DateTime.Utc
  readonly text: string
}

/** What the customer sees of the conversation so far, as far as a mail continues it. */
export interface Conversation {
  /** Message ids, oldest first, without angle brackets: the first, and the latest of those after it. */
  readonly messageIds: ReadonlyArray<string>
  /** The newest message that came in by mail. */
  readonly lastInbound?: string | undefined
  /** The thread of Outlook that the conversation is in, as of the newest mail that names one. */
  readonly outlook?: OutlookThread | undefined
  /** The subject under which `lastSaid` was written, where it is not the ticket's title. */
  readonly subject?: string | undefined
  /** What the customer, or somebody in copy, said last. */
  readonly lastSaid?: Said | undefined
  /** The address of ours that the customer last wrote to. */
  readonly writtenTo?: string | undefined
  /** Where the customer last asked for answers to go. */
  readonly replyTo?: string | undefined
}

/** A mail about a ticket before it is composed: what a command noted, and what composing it needs besides. */
export interface MailDraft {
  readonly id: MessageId
  readonly kind: MessageKind | "notice"
  readonly scope: BrandScope
  readonly to: string
  readonly cc: ReadonlyArray<string>
  readonly addressId?: AddressId | undefined
  readonly context: { readonly [member: string]: Json }
  /** Of the return path, where it was composed before: what is said of earlier attempts comes there. */
  readonly bounceToken?: MailToken | undefined
  readonly createdAt: DateTime.Utc
  readonly brand: {
    readonly name: string
    readonly fromName?: string | undefined
    readonly ticketPrefix: string
    readonly autoresponseSubject?: string | undefined
    readonly autoresponseBody?: string | undefined
    /** Names of the statuses by their keys. */
    readonly statusNames: ReadonlyMap<string, string>
  }
  readonly ticket: {
    readonly id: TicketId
    readonly number: number
    readonly title: string
    readonly body?: string | undefined
    readonly customerName?: string | undefined
    readonly customerEmail: string
  }
  /** The comment that it carries or tells of. */
  readonly comment?:
    | {
        readonly id: CommentId
        readonly body: string
        readonly isInternal: boolean
        /** It came by mail that nothing proves to be of whoever it names. */
        readonly isUnproven: boolean
        readonly authorId?: string | undefined
        readonly authorName?: string | undefined
        readonly files: ReadonlyArray<Attachment>
      }
    | undefined
  readonly conversation: Conversation
  /** Those of `to` and `cc`, and where answers were asked to go, to which nothing is sent for a while, and why. */
  readonly rested: ReadonlyMap<string, RestedAddress["reason"]>
  /** Acknowledgements that the address got from the brand before this one, and all that the brand sent. */
  readonly acknowledged: { readonly lastHour: number; readonly lastDay: number; readonly brandLastHour: number }
  /** Of a notice: it goes to a member of the team who sees the brand and wants mail. */
  readonly toMember: boolean
}
