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

/** The keys that identify one customer within a brand. */
export type CustomerKey = "email" | "externalId" | "phone"

/** The data that a command needs to see. Its tickets and the brand stay locked until its outcome is stored. */
export interface Reads {
  readonly ticketId?: TicketId | undefined
  /** Further tickets that the command reads and may change. */
  readonly otherTicketIds?: ReadonlyArray<TicketId> | undefined
  /** The command may change the ticket's customer; no other command can do so at the same time. */
  readonly changesCustomer?: boolean | undefined
  readonly commentIds?: ReadonlyArray<CommentId> | undefined
  /** Loads the later replies that found the ticket as one of those comments left it, or that copy somebody whom it added. */
  readonly successors?: boolean | undefined
  readonly customer?: { readonly email: string } | { readonly id: CustomerId } | undefined
  /** Further customers that the command reads and may change, including deleted ones. */
  readonly otherCustomerIds?: ReadonlyArray<CustomerId> | undefined
  /** Looks up which customers have these keys; a key is unique within a brand. */
  readonly customerKeys?: { readonly [K in CustomerKey]?: string | undefined } | undefined
  /** Companies to load: these, the requested customer's own, and the one with the requested address's mail domain. */
  readonly companyIds?: ReadonlyArray<CompanyId> | undefined
  readonly tagNames?: ReadonlyArray<string> | undefined
  readonly tagIds?: ReadonlyArray<TagId> | undefined
  readonly categoryId?: CategoryId | undefined
  readonly assigneeId?: MemberId | undefined
  /** Looks up which of these are active members who can see the brand. */
  readonly memberIds?: ReadonlyArray<MemberId> | undefined
  /** Uploads that the command claims. With `anyUploader`, whoever uploaded them: its actor acts for the brand. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  readonly anyUploader?: boolean | undefined
  /** Files of the ticket, in any status: these, or those that came with an inbound message. */
  readonly fileIds?: ReadonlyArray<AttachmentId> | undefined
  readonly filesOf?: InboundId | undefined
  /** Messages to customers. */
  readonly messageIds?: ReadonlyArray<MessageId> | undefined
  /** The messages that carry the requested comments; sending of one cannot start until the outcome is stored. */
  readonly carriers?: boolean | undefined
  /** Checks whether the brand sends mail from the address. */
  readonly addressId?: AddressId | undefined
  /** Looks up where the conversation with the ticket's customer takes place, for commands that may send them something. */
  readonly conversation?: boolean | undefined
  /** Looks up from which of the brand's numbers a person can be texted, and which customer has their number. */
  readonly texting?: { readonly phone: string; readonly numberId?: NumberId | undefined } | undefined
  /** Looks up whether the message was received before, and which tickets know the messages that it answers. */
  readonly inbound?: ArrivalReads | undefined
}

/** How to text somebody who need not have written before. */
export interface Texting {
  readonly connection: SmsConnection
  /** The customer who has the phone number. */
  readonly owner: Customer | undefined
  /** Why nothing can be sent to them, as a sentence. */
  readonly refusal: string | undefined
}

/** What the command sees. A missing value was not requested, or does not exist in the brand. */
export interface TicketState {
  readonly now: DateTime.Utc
  readonly brand: TicketPolicy
  readonly ids: IdGenerator["Service"]["next"]
  readonly ticket: Ticket | undefined
  /**
   * Returns a loaded ticket; all of `otherTicketIds` are loaded. For one in the middle of a chain of merges, which is not
   * loaded, returns the end of the chain.
   */
  readonly loadedTicket: (id: TicketId) => Ticket | undefined
  /** The watchers of `ticket` and `otherTicketIds`. */
  readonly watchers: ReadonlyArray<{ readonly ticketId: TicketId; readonly memberId: string }>
  /** The ticket's current customer, or the one that customer was merged into, and the ticket's category. */
  readonly ticketCustomer: Customer | undefined
  readonly ticketCategory: Category | undefined
  readonly comments: ReadonlyArray<Comment>
  /** The replies after the requested comments, oldest first, if `successors` was requested. */
  readonly successors: ReadonlyArray<Comment>
  readonly customer: Customer | undefined
  /** Returns a loaded customer, deleted or not: one of `otherCustomerIds`. */
  readonly loadedCustomer: (id: CustomerId) => Customer | undefined
  /** The company that has the mail domain of the requested customer's address. */
  readonly companyId: CompanyId | undefined
  /** The customers who have the requested keys. */
  readonly keyHolders: { readonly [K in CustomerKey]: CustomerId | undefined }
  /** The companies loaded for `companyIds`. */
  readonly companies: ReadonlyArray<Company>
  readonly tags: ReadonlyArray<Tag>
  /** The number of tags of the brand; counted only when one of `tagNames` is not among them. */
  readonly tagCount: number
  /** Folds the case of a tag's name, as the store does to compare the names of a brand's tags. */
  readonly foldTagName: (name: string) => string
  readonly category: Category | undefined
  /** The requested assignee, if that is an active member who can see the brand. */
  readonly assigneeId: MemberId | undefined
  /** Those of `memberIds` who are active members and can see the brand. */
  readonly members: ReadonlyArray<{ readonly id: MemberId; readonly email: string }>
  /** Confirmed uploads that the command's actor started. Those with a ticket are already taken. */
  readonly attachments: ReadonlyArray<Attachment>
  /** The requested files of the ticket. */
  readonly files: ReadonlyArray<Attachment>
  /** Only for mail that came in. */
  readonly arrival?: Arrival | undefined
  /** The ticket to which the message's conversation is bound, and who reads along there. */
  readonly bound?:
    | { readonly ticket: Ticket; readonly mode: Conversation["mode"]; readonly heardAt: DateTime.Utc }
    | undefined
  /** The customer that the sender of a message is known as. */
  readonly person?: Customer | undefined
  /** Returns where the ticket's customer is talked to, if `conversation` was requested and it is not by mail. */
  readonly conversationOf: (ticketId: TicketId) => TicketConversation | undefined
  /** Set if `texting` was requested and the brand has such a number. */
  readonly texting?: Texting | undefined
  /** The result of the same message, if it was received before. */
  readonly duplicate: IntakeResult | undefined
  /**
   * Tickets that know one of `inbound.references`, in the order of the references. `isOurs` means that we sent that
   * message, so only those who received it know its id.
   */
  readonly threads: ReadonlyArray<{ readonly reference: string; readonly ticket: Ticket; readonly isOurs: boolean }>
  /** The requested messages of the ticket, or those that carry the requested comments. */
  readonly messages: ReadonlyArray<OutboundMessage>
  /** Whether the brand sends mail from the requested address. */
  readonly sendsFrom: boolean
}

/** A received message, as the inbound log stores it. */
export interface InboundRecord {
  readonly id: InboundId
  readonly message: InboundMessage
  readonly status: "processed" | "ignored" | "failed"
  readonly outcome: IntakeResult["outcome"]
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
  readonly steps: ReadonlyArray<IntakeStep>
  /** Keywords for what is unusual about the message. */
  readonly flags: ReadonlyArray<string>
  /** The quoted text that was left out of the comment. */
  readonly quotedText: string | undefined
  /** Files that came with the message. */
  readonly fileIds: ReadonlyArray<AttachmentId>
  /** The log already has an entry for the message, which is updated. */
  readonly isAgain?: boolean | undefined
}

/** The ticket to which a conversation is bound from now on. */
export interface BoundConversation extends Pick<Conversation, "connectionId" | "key" | "mode" | "root"> {
  readonly ticketId: TicketId
  /** Whom the conversation is with; unchanged when left out. */
  readonly person?: string | undefined
}

/** The customer to whom an external id at a connection belongs from now on. */
export interface KnownPerson {
  readonly connectionId: ConnectionId
  readonly externalId: string
  readonly customerId: CustomerId
  readonly name?: string | undefined
  /** Never a placeholder. */
  readonly email?: string | undefined
}

/** A change to a comment that customers may have received. */
export interface RevisedComment {
  readonly commentId: CommentId
  readonly change: "edit" | "removal"
}

/** A ticket that is merged into another one, and the comment there that holds the text with which it was opened. */
export interface Absorbed {
  readonly ticket: Ticket
  readonly opening: CommentId
  /** The name to give its customer there on comments of theirs that have no name. */
  readonly customer: string | undefined
}

/** What a command decided: its value, and everything to store, in one transaction or not at all. */
export interface Outcome<A> {
  readonly value: A
  /** New (not in the state) or changed (same id). The store fills in event numbers. */
  readonly ticket?: Ticket | undefined
  /** Changed tickets whose comments, files, watchers, message ids, conversations and inbound messages move to `ticket`. */
  readonly absorbed?: ReadonlyArray<Absorbed> | undefined
  /** `ticket` and everything that belongs to it are removed for good, and its earlier events keep only ids. */
  readonly purged?: boolean | undefined
  readonly customer?: Customer | undefined
  /** Further changed customers. */
  readonly otherCustomers?: ReadonlyArray<Customer> | undefined
  readonly comments?: ReadonlyArray<Comment> | undefined
  /** New tags, and files that are new or change their owner. */
  readonly tags?: ReadonlyArray<Tag> | undefined
  readonly attachments?: ReadonlyArray<Attachment> | undefined
  /** Files whose rows are removed; their bytes are deleted once nothing else refers to them. */
  readonly removedFiles?: ReadonlyArray<AttachmentId> | undefined
  /** Watchers to add to `ticket`; existing watchers stay unchanged. */
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
  /** Messages to send to customers, and messages whose state has changed. */
  readonly drafts?: ReadonlyArray<MessageDraft> | undefined
  /** Until then, none of these messages is sent, and watchers are not notified. */
  readonly heldUntil?: DateTime.Utc | undefined
  readonly messages?: ReadonlyArray<OutboundMessage> | undefined
  /** Messages of which only `copyErrors` changes: whether they are queued or being sent stays as it is. */
  readonly copiesTold?: ReadonlyArray<OutboundMessage> | undefined
  /** Comments that were edited or deleted: sent copies are updated where their channel can do so. */
  readonly revised?: ReadonlyArray<RevisedComment> | undefined
  /** Addresses of the brand's correspondents that are suppressed for a while. */
  readonly restedAddresses?: ReadonlyArray<RestedAddress> | undefined
  /** Addresses from which mail had bounced, and that are no longer suppressed. */
  readonly wokenAddresses?: ReadonlyArray<string> | undefined
  /** The change happened elsewhere, long ago: neither watchers nor the team's chat are notified. */
  readonly isImported?: boolean | undefined
  readonly events: ReadonlyArray<EventDraft>
  readonly audit: ReadonlyArray<AuditEntry>
}

/** An address that bounces mail, or that reported mail from here as spam. */
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
  /** Approximate size in bytes: bounds how much goes into one transaction. */
  readonly weight?: number | undefined
  /** The command runs after all earlier commands of the account with the same value. */
  readonly inOrder?: "bulk" | "intake" | undefined
}
