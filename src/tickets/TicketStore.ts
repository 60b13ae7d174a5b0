import { Context, type DateTime, type Effect, type Option, type Result } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { AuditEntry } from "../domain/AuditEntry.ts"
import type { TicketPolicy } from "../domain/Brand.ts"
import type { Category } from "../domain/Category.ts"
import type { Causation } from "../domain/Causation.ts"
import type { Comment, Visibility } from "../domain/Comment.ts"
import type { Company } from "../domain/Company.ts"
import type { Customer } from "../domain/Customer.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { EventDraft } from "../domain/Event.ts"
import type { IdGenerator } from "../domain/IdGenerator.ts"
import type {
  AttachmentId,
  CategoryId,
  CommentId,
  CompanyId,
  CustomerId,
  InboundId,
  MemberId,
  TagId,
  TicketId
} from "../domain/Ids.ts"
import type { InboundMessage, IntakeResult, IntakeStep } from "../domain/InboundMessage.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import type { IdempotencyKeyReused, NotFound } from "../domain/Problems.ts"
import type { Tag, Ticket } from "../domain/Ticket.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { TicketPage, TicketQuery } from "../domain/TicketQuery.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"

/** What a command must see. Tickets and the brand stay locked until its outcome is stored. */
export interface Reads {
  readonly ticketId?: TicketId | undefined
  readonly commentIds?: ReadonlyArray<CommentId> | undefined
  readonly customer?: { readonly email: string } | { readonly id: CustomerId } | undefined
  /** Finds out which customers have the address and the external id. */
  readonly customerKeys?: { readonly email?: string | undefined; readonly externalId?: string | undefined } | undefined
  /** Companies to load: these, the asked customer's own, and the one that has the mail domain of the asked address. */
  readonly companyIds?: ReadonlyArray<CompanyId> | undefined
  readonly tagNames?: ReadonlyArray<string> | undefined
  readonly tagIds?: ReadonlyArray<TagId> | undefined
  readonly categoryId?: CategoryId | undefined
  readonly assigneeId?: MemberId | undefined
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** Finds out whether the message was received before and which tickets know the messages it answers. */
  readonly inbound?: { readonly dedupeKey: Uint8Array; readonly references: ReadonlyArray<string> } | undefined
}

/** What the command sees. What is not there was not asked for, or does not exist in the brand. */
export interface TicketState {
  readonly now: DateTime.Utc
  readonly brand: TicketPolicy
  readonly ids: IdGenerator["Service"]["next"]
  readonly ticket: Ticket | undefined
  /** The customer and category that the ticket has now. */
  readonly ticketCustomer: Customer | undefined
  readonly ticketCategory: Category | undefined
  readonly comments: ReadonlyArray<Comment>
  readonly customer: Customer | undefined
  /** The company whose mail domain the asked customer's address has. */
  readonly companyId: CompanyId | undefined
  /** Who has the asked keys. */
  readonly keyHolders: { readonly email: CustomerId | undefined; readonly externalId: CustomerId | undefined }
  /** The companies loaded for `companyIds`. */
  readonly companies: ReadonlyArray<Company>
  readonly tags: ReadonlyArray<Tag>
  /** A tag's name without case, as the store compares the names of a brand's tags. */
  readonly foldTagName: (name: string) => string
  readonly category: Category | undefined
  /** The assignee, when that is an active member who can see the brand. */
  readonly assigneeId: MemberId | undefined
  /** Confirmed uploads that belong to no ticket yet. */
  readonly attachments: ReadonlyArray<Attachment>
  /** What became of the same message when it was received before. */
  readonly duplicate: IntakeResult | undefined
  /** Tickets that know one of `inbound.references`, in the order of the references. */
  readonly threads: ReadonlyArray<{ readonly reference: string; readonly ticket: Ticket }>
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
}

/** What a command decided: its value, and everything that is stored in one transaction, or not at all. */
export interface Outcome<A> {
  readonly value: A
  /** New (not in the state) or changed (same id). Event numbers are filled in by the store. */
  readonly ticket?: Ticket | undefined
  readonly customer?: Customer | undefined
  readonly comments?: ReadonlyArray<Comment> | undefined
  /** New tags, and files that are new or change their owner. */
  readonly tags?: ReadonlyArray<Tag> | undefined
  readonly attachments?: ReadonlyArray<Attachment> | undefined
  readonly watchers?:
    | ReadonlyArray<{
        readonly memberId: string
        readonly memberEmail: string
        readonly memberName?: string | undefined
      }>
    | undefined
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
  readonly events: ReadonlyArray<EventDraft>
  readonly audit: ReadonlyArray<AuditEntry>
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
}

export interface CommentFilter {
  readonly id?: CommentId | undefined
  readonly visibility?: Visibility | undefined
  readonly includeDeleted?: boolean | undefined
}

/**
 * Where tickets are kept. A command's outcome, its events, their deliveries, its audit entries and its receipt are one
 * transaction. Commands of one tenant that arrive while another is being committed share the next commit.
 */
export class TicketStore extends Context.Service<
  TicketStore,
  {
    execute<A, E>(
      command: TicketCommand<A, E>
    ): Effect.Effect<Once<A>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

    /** One ticket as a single read shows it; a deleted one too. */
    find(scope: BrandScope, id: TicketId): Effect.Effect<Option.Option<TicketDetail>, DatabaseUnavailable>

    /** Whether the brand exists. */
    brandExists(scope: BrandScope): Effect.Effect<boolean, DatabaseUnavailable>

    /** The comments of a ticket that is not in the trash, oldest first; none when there is no such ticket. */
    comments(
      scope: BrandScope,
      id: TicketId,
      filter: CommentFilter
    ): Effect.Effect<Option.Option<ReadonlyArray<Comment>>, DatabaseUnavailable>

    /** A page of tickets in the order asked for. Its cost does not depend on how deep it is. */
    list(scope: BrandsScope, query: TicketQuery): Effect.Effect<TicketPage, DatabaseUnavailable>
  }
>()("trunkline/tickets/TicketStore") {}
