import type { DateTime, Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { AuditEntry } from "../domain/AuditEntry.ts"
import type { TicketPolicy } from "../domain/Brand.ts"
import type { Category } from "../domain/Category.ts"
import type { Causation } from "../domain/Causation.ts"
import type { ConnectionId, SmsConnection } from "../domain/ChannelConnection.ts"
import type { Comment } from "../domain/Comment.ts"
import type { Company } from "../domain/Company.ts"
import type { Customer } from "../domain/Customer.ts"
import type { EventDraft } from "../domain/Event.ts"
import type { IdGenerator } from "../domain/IdGenerator.ts"
import type {
  AddressId,
  AttachmentId,
  CategoryId,
  CommentId,
  CompanyId,
  CustomerId,
  InboundId,
  MemberId,
  MessageId,
  NumberId,
  TagId,
  TicketId
} from "../domain/Ids.ts"
import type { Conversation, InboundMessage, IntakeResult, IntakeStep } from "../domain/InboundMessage.ts"
import type { MessageDraft, OutboundMessage } from "../domain/OutboundMessage.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Tag, Ticket } from "../domain/Ticket.ts"
import type { TicketConversation } from "../domain/TicketConversation.ts"
import type { NewWatcher } from "../domain/Watcher.ts"
import type { ReceiptRequest } from "../events/Receipt.ts"
import type { Arrival, ArrivalReads } from "./intake/Arrival.ts"

/** By which a brand knows one customer alone. */
export type CustomerKey = "email" | "externalId" | "phone"

/** What a command must see. Tickets and the brand stay locked until its outcome is stored. */
export interface Reads {
  readonly ticketId?: TicketId | undefined
  /** Further tickets that the command sees and may change. */
  readonly otherTicketIds?: ReadonlyArray<TicketId> | undefined
  /** The command may change the ticket's customer: no other command does so meanwhile. */
  readonly changesCustomer?: boolean | undefined
  readonly commentIds?: ReadonlyArray<CommentId> | undefined
  /** Loads the replies after those comments that found what one of them left, or copy whom it added. */
  readonly successors?: boolean | undefined
  readonly customer?: { readonly email: string } | { readonly id: CustomerId } | undefined
  /** Further customers that the command sees and may change, deleted ones too. */
  readonly otherCustomerIds?: ReadonlyArray<CustomerId> | undefined
  /** Finds out which customers have these: no two of a brand have the same. */
  readonly customerKeys?: { readonly [K in CustomerKey]?: string | undefined } | undefined
  /** Companies to load: these, the asked customer's own, and the one that has the mail domain of the asked address. */
  readonly companyIds?: ReadonlyArray<CompanyId> | undefined
  readonly tagNames?: ReadonlyArray<string> | undefined
  readonly tagIds?: ReadonlyArray<TagId> | undefined
  readonly categoryId?: CategoryId | undefined
  readonly assigneeId?: MemberId | undefined
  /** Finds out which of these are active members who can see the brand. */
  readonly memberIds?: ReadonlyArray<MemberId> | undefined
  /** Uploads that the command takes over; those of everybody, where its actor speaks for the brand. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  readonly anyUploader?: boolean | undefined
  /** Files of the ticket, whatever their status. */
  readonly fileIds?: ReadonlyArray<AttachmentId> | undefined
  /** Messages to customers. */
  readonly messageIds?: ReadonlyArray<MessageId> | undefined
  /** The messages that carry the comments asked for; nobody begins to send one until the outcome is stored. */
  readonly carriers?: boolean | undefined
  /** Finds out whether the brand sends mail from the address. */
  readonly addressId?: AddressId | undefined
  /** Finds out where the ticket's customer is talked to: for commands that may tell them something. */
  readonly conversation?: boolean | undefined
  /** Finds out by which number somebody can be texted, and whose number theirs is. */
  readonly texting?: { readonly phone: string; readonly numberId?: NumberId | undefined } | undefined
  /** Finds out whether the message was received before and which tickets know the messages it answers. */
  readonly inbound?: ArrivalReads | undefined
}

/** How somebody can be texted who need not have written before. */
export interface Texting {
  readonly connection: SmsConnection
  /** The customer whose number it is. */
  readonly owner: Customer | undefined
  /** Why nothing can be sent to them, as a sentence. */
  readonly refusal: string | undefined
}

/** What the command sees. What is not there was not asked for, or does not exist in the brand. */
export interface TicketState {
  readonly now: DateTime.Utc
  readonly brand: TicketPolicy
  readonly ids: IdGenerator["Service"]["next"]
  readonly ticket: Ticket | undefined
  /** A ticket that was loaded, as each of `otherTicketIds` is. For one in the midst of a chain of merges, which is not, the chain's end. */
  readonly loadedTicket: (id: TicketId) => Ticket | undefined
  /** Who watches `ticket` and `otherTicketIds`. */
  readonly watchers: ReadonlyArray<{ readonly ticketId: TicketId; readonly memberId: string }>
  /** The customer that the ticket has now, or who they turned out to be, and its category. */
  readonly ticketCustomer: Customer | undefined
  readonly ticketCategory: Category | undefined
  readonly comments: ReadonlyArray<Comment>
  /** Replies after the comments asked for, the oldest first, when `successors` was. */
  readonly successors: ReadonlyArray<Comment>
  readonly customer: Customer | undefined
  /** A customer that was loaded, deleted or not: one of `otherCustomerIds`. */
  readonly loadedCustomer: (id: CustomerId) => Customer | undefined
  /** The company whose mail domain the asked customer's address has. */
  readonly companyId: CompanyId | undefined
  /** Who has the asked keys. */
  readonly keyHolders: { readonly [K in CustomerKey]: CustomerId | undefined }
  /** The companies loaded for `companyIds`. */
  readonly companies: ReadonlyArray<Company>
  readonly tags: ReadonlyArray<Tag>
  /** Tags that the brand has; counted when one of `tagNames` is none of them. */
  readonly tagCount: number
  /** A tag's name without case, as the store compares the names of a brand's tags. */
  readonly foldTagName: (name: string) => string
  readonly category: Category | undefined
  /** The assignee, when that is an active member who can see the brand. */
  readonly assigneeId: MemberId | undefined
  /** Those of `memberIds` who are active members and can see the brand. */
  readonly members: ReadonlyArray<{ readonly id: MemberId; readonly email: string }>
  /** Confirmed uploads that the command's actor started; those that have a ticket are taken already. */
  readonly attachments: ReadonlyArray<Attachment>
  /** The ticket's files that were asked for. */
  readonly files: ReadonlyArray<Attachment>
  /** Of a mail that came in. */
  readonly arrival?: Arrival | undefined
  /** The ticket that the conversation of a message is about, and who reads along there. */
  readonly bound?:
    | { readonly ticket: Ticket; readonly mode: Conversation["mode"]; readonly heardAt: DateTime.Utc }
    | undefined
  /** The customer whom the sender of a message is known as. */
  readonly person?: Customer | undefined
  /** Where the customer of a ticket is talked to, when `conversation` was asked for and they are by another way than mail. */
  readonly conversationOf: (ticketId: TicketId) => TicketConversation | undefined
  /** When `texting` was asked for, and the brand has such a number. */
  readonly texting?: Texting | undefined
  /** What became of the same message when it was received before. */
  readonly duplicate: IntakeResult | undefined
  /**
   * Tickets that know one of `inbound.references`, in the order of the references. `isOurs`: we sent that message, so its
   * id is known to those alone who got it.
   */
  readonly threads: ReadonlyArray<{ readonly reference: string; readonly ticket: Ticket; readonly isOurs: boolean }>
  /** The ticket's messages that were asked for, or that carry the comments asked for. */
  readonly messages: ReadonlyArray<OutboundMessage>
  /** Whether the brand sends mail from the asked address. */
  readonly sendsFrom: boolean
}

/** A received message as the inbound log keeps it. */
export interface InboundRecord {
  readonly id: InboundId
  readonly message: InboundMessage
  readonly status: "processed" | "ignored" | "failed"
  readonly outcome: IntakeResult["outcome"]
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
  readonly steps: ReadonlyArray<IntakeStep>
  /** Words for what is unusual about it. */
  readonly flags: ReadonlyArray<string>
  /** What a comment left out of its text: what it quotes. */
  readonly quotedText: string | undefined
  /** Files that the message brought. */
  readonly fileIds: ReadonlyArray<AttachmentId>
  /** The log has a line for it already, which is changed. */
  readonly isAgain?: boolean | undefined
}

/** What a conversation is about from now on. */
export interface BoundConversation extends Pick<Conversation, "connectionId" | "key" | "mode" | "root"> {
  readonly ticketId: TicketId
  /** Whom it is with; who it was when left out. */
  readonly person?: string | undefined
}

/** Who has this id at a connection from now on. */
export interface KnownPerson {
  readonly connectionId: ConnectionId
  readonly externalId: string
  readonly customerId: CustomerId
  readonly name?: string | undefined
  /** Not a placeholder. */
  readonly email?: string | undefined
}

/** What became of a comment that customers may have got. */
export interface RevisedComment {
  readonly commentId: CommentId
  readonly change: "edit" | "removal"
}

/** A ticket that becomes part of another one, and the comment there that has what it was opened with. */
export interface Absorbed {
  readonly ticket: Ticket
  readonly opening: CommentId
  /** What its customer is called there where they said something without a name. */
  readonly customer: string | undefined
}

/** What a command decided: its value, and everything that is stored in one transaction, or not at all. */
export interface Outcome<A> {
  readonly value: A
  /** New (not in the state) or changed (same id). Event numbers are filled in by the store. */
  readonly ticket?: Ticket | undefined
  /** Changed tickets whose comments, files, watchers, message ids, conversations and inbound messages become `ticket`'s. */
  readonly absorbed?: ReadonlyArray<Absorbed> | undefined
  /** `ticket` and all that is its own are removed for good, and its earlier events keep ids only. */
  readonly purged?: boolean | undefined
  readonly customer?: Customer | undefined
  /** Changed as well. */
  readonly otherCustomers?: ReadonlyArray<Customer> | undefined
  readonly comments?: ReadonlyArray<Comment> | undefined
  /** New tags, and files that are new or change their owner. */
  readonly tags?: ReadonlyArray<Tag> | undefined
  readonly attachments?: ReadonlyArray<Attachment> | undefined
  /** Files whose rows go; their bytes follow once nothing else names them. */
  readonly removedFiles?: ReadonlyArray<AttachmentId> | undefined
  /** Who watches `ticket` besides; those who do already stay as they are. */
  readonly watchers?: ReadonlyArray<NewWatcher> | undefined
  readonly inbound?: InboundRecord | undefined
  /** Message ids by which later messages find the ticket. */
  readonly messageIds?:
    | ReadonlyArray<{
        readonly messageId: string
        readonly ticketId: TicketId
        readonly commentId?: CommentId | undefined
        readonly direction: "in" | "out"
      }>
    | undefined
  readonly conversation?: BoundConversation | undefined
  readonly person?: KnownPerson | undefined
  /** What is to be sent to customers, and messages whose state is another now. */
  readonly drafts?: ReadonlyArray<MessageDraft> | undefined
  /** Before it, nothing of that leaves, nor what watchers are told. */
  readonly heldUntil?: DateTime.Utc | undefined
  readonly messages?: ReadonlyArray<OutboundMessage> | undefined
  /** Messages of whose `copyErrors` alone more is known: whether they wait, or are under way, stays as it is. */
  readonly copiesTold?: ReadonlyArray<OutboundMessage> | undefined
  /** Comments that say something else now, or are gone: what was sent of them follows, where its channel can. */
  readonly revised?: ReadonlyArray<RevisedComment> | undefined
  /** Addresses of the brand's correspondents to which nothing is sent for a while. */
  readonly restedAddresses?: ReadonlyArray<RestedAddress> | undefined
  /** Those whose mail came back, and to which something is sent again. */
  readonly wokenAddresses?: ReadonlyArray<string> | undefined
  /** It happened long ago elsewhere: neither watchers nor the team's chat hear of it. */
  readonly isImported?: boolean | undefined
  readonly events: ReadonlyArray<EventDraft>
  readonly audit: ReadonlyArray<AuditEntry>
}

/** An address that mail does not reach, or that reported mail from here as spam. */
export interface RestedAddress {
  readonly address: string
  readonly reason: "bounce" | "complaint"
}

/** A write to one brand's tickets: what it must see, and the pure decision about it. */
export interface TicketCommand<A, E> {
  readonly scope: BrandScope
  readonly causation: Causation
  readonly reads: Reads
  readonly decide: (state: TicketState) => Result.Result<Outcome<A>, E>
  readonly receipt?: ReceiptRequest<A> | undefined
  /** Bytes, roughly: bounds how much rides in one transaction. */
  readonly weight?: number | undefined
  /** It is carried out after the commands of the account that were given before it and say the same. */
  readonly inOrder?: "bulk" | "intake" | undefined
}
