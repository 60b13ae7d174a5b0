import type { DateTime } from "effect"
import type { Attachment } from "../../../domain/Attachment.ts"
import type { AddressId, CommentId, MessageId, TicketId } from "../../../domain/Ids.ts"
import type { OutlookThread } from "../../../domain/InboundMessage.ts"
import type { Json } from "../../../domain/Json.ts"
import type { MessageKind } from "../../../domain/OutboundMessage.ts"
import type { BrandScope } from "../../../domain/Principal.ts"
import type { MailToken } from "../../../domain/ReplyAddress.ts"
import type { RestedAddress } from "../../TicketCommand.ts"

/** A message, as mail quotes it. */
export interface Said {
  /** A name, or an address if there is none. */
  readonly author: string
  readonly at: DateTime.Utc
  readonly text: string
}

/** What the customer can see of the conversation so far, as needed for a mail that continues it. */
export interface Conversation {
  /** Message ids, oldest first, without angle brackets: the first one, and the latest of those after it. */
  readonly messageIds: ReadonlyArray<string>
  /** The newest message that was received by mail. */
  readonly lastInbound?: string | undefined
  /** The Outlook thread of the conversation, according to the newest mail that names one. */
  readonly outlook?: OutlookThread | undefined
  /** The subject of `lastSaid`, if it differs from the ticket's title. */
  readonly subject?: string | undefined
  /** The last message of the customer or somebody in copy. */
  readonly lastSaid?: Said | undefined
  /** The address of ours to which the customer last wrote. */
  readonly writtenTo?: string | undefined
  /** The address to which the customer last asked for replies. */
  readonly replyTo?: string | undefined
}

/** A mail about a ticket before it is composed: what a command queued, and what else composing it needs. */
export interface MailDraft {
  readonly id: MessageId
  readonly kind: MessageKind | "notice"
  readonly scope: BrandScope
  readonly to: string
  readonly cc: ReadonlyArray<string>
  readonly addressId?: AddressId | undefined
  readonly context: { readonly [member: string]: Json }
  /** The token of the return path, if the mail was composed before: reports about earlier attempts use it. */
  readonly bounceToken?: MailToken | undefined
  readonly createdAt: DateTime.Utc
  readonly brand: {
    readonly name: string
    readonly fromName?: string | undefined
    readonly ticketPrefix: string
    readonly autoresponseSubject?: string | undefined
    readonly autoresponseBody?: string | undefined
    /** Names of the statuses by key. */
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
  /** The comment that the mail carries, or is about. */
  readonly comment?:
    | {
        readonly id: CommentId
        readonly body: string
        readonly isInternal: boolean
        /** It came by mail that was not authenticated as its author's. */
        readonly isUnproven: boolean
        readonly authorId?: string | undefined
        readonly authorName?: string | undefined
        readonly files: ReadonlyArray<Attachment>
      }
    | undefined
  readonly conversation: Conversation
  /** Those of `to`, `cc` and `replyTo` that are suppressed for a while, and why. */
  readonly rested: ReadonlyMap<string, RestedAddress["reason"]>
  /** Those of `to` and `cc` who were erased since, and are to get nothing any more. */
  readonly erased: ReadonlySet<string>
  /** Number of acknowledgements that the address received from the brand before this one, and of all that the brand sent. */
  readonly acknowledged: { readonly lastHour: number; readonly lastDay: number; readonly brandLastHour: number }
  /** For a notice: it goes to a member of the team who sees the brand and wants mail. */
  readonly toMember: boolean
}
