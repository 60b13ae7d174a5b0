import type { Attachment, Customer, Event, OutboundMessage, Ticket } from "./generated/types.ts"

/** In events of something that was deleted for good, or whose customer was erased: of older ones ids alone are left. */
export interface Purged {
  readonly purged?: true
}

/** Whom a change concerns. */
export interface EventCustomer extends Purged {
  readonly customerId: string | null
  readonly customerEmail: string | null
  readonly customerName: string | null
}

/** A ticket as events tell it. */
export interface EventTicket
  extends EventCustomer,
    Pick<
      Ticket,
      | "id"
      | "brandId"
      | "ticketNumber"
      | "publicId"
      | "title"
      | "status"
      | "statusCategory"
      | "priority"
      | "source"
      | "origin"
      | "isSpam"
      | "version"
      | "createdAt"
      | "updatedAt"
    > {
  readonly tags: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** Cut at 64 KiB, and then `bodyTruncated` is true. */
  readonly body: string | null
  readonly bodyTruncated?: boolean
  readonly assigneeId: string | null
  readonly categoryId: string | null
  readonly closeReason: string | null
  readonly mergedIntoId: string | null
  readonly followUpOfId: string | null
  readonly links: NonNullable<Ticket["links"]> | null
  readonly participants: NonNullable<Ticket["participants"]> | null
  readonly dueAt: string | null
  /** Any JSON value; left out where there is none. */
  readonly customFields?: unknown
  /** Left out where there is none. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Where a ticket stands after a change of its comments or files, which changes its version, too. */
export type TicketHead = Pick<Ticket, "id" | "status" | "statusCategory" | "version" | "updatedAt"> & {
  readonly assigneeId: string | null
}

/** What an update changed: names of members, and their values before and after. */
export interface Changes {
  readonly changes: ReadonlyArray<string>
  readonly diff: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
}

/** A comment as events tell it, with its ticket. */
export interface EventComment extends EventCustomer {
  readonly ticketId: string
  /** What people call the ticket, such as `ACME-1042`. */
  readonly ticketNumber: string
  readonly comment: {
    readonly id: string
    /** Cut at 64 KiB. */
    readonly body: string
    readonly authorId: string | null
    readonly authorName: string | null
    readonly authorType: "AGENT" | "CUSTOMER" | "SYSTEM"
    readonly visibility: "public" | "internal"
    readonly parentId: string | null
    readonly source: string
    readonly isAutomated: boolean
    /** When customers see it, where it waits to be sent: until then it may be taken back. */
    readonly sendAt?: string
    readonly attachments: ReadonlyArray<Pick<Attachment, "id" | "filename" | "contentType" | "size">>
    readonly cc?: ReadonlyArray<string>
    readonly links?: Ticket["links"]
    readonly metadata?: Readonly<Record<string, unknown>>
    readonly version: number
    readonly createdAt: string
    readonly updatedAt: string
  }
  readonly ticket: TicketHead
}

/** A customer as events tell it, also once it is hidden. */
export interface EventCustomerRecord extends Customer, Purged {
  readonly deletedAt?: string
  /** Who they turned out to be. */
  readonly mergedIntoId?: string
  /** All that is known of them is gone, and is to go with receivers, too. */
  readonly erasedAt?: string
}

export interface EventAttachment extends EventCustomer {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly attachment: Attachment
  readonly ticket: TicketHead
}

export interface EventMessage extends EventCustomer {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly commentId: string | null
  readonly message: OutboundMessage
}

interface Refusal {
  /** No new attempt would help. */
  readonly permanent: boolean
  /** `no_mailbox`: nothing is sent to the address for a while. `policy`: it was taken for spam, or SPF, DKIM or DMARC failed. */
  readonly cause: "no_mailbox" | "mailbox_full" | "too_large" | "policy" | "other"
}

type StatusChange = EventTicket & { readonly previousStatus: string | null }

/** What each kind of event tells, by its name. */
export interface EventData {
  "ticket.created": EventTicket & {
    readonly attachments: ReadonlyArray<Pick<Attachment, "id" | "filename" | "contentType" | "size">>
  }
  "ticket.updated": EventTicket & Changes
  "ticket.resolved": StatusChange
  "ticket.closed": StatusChange
  "ticket.reopened": StatusChange
  "ticket.deleted": StatusChange & { readonly deletedAt: string; readonly permanent: boolean }
  "ticket.restored": StatusChange
  "ticket.spam_marked": StatusChange
  "ticket.spam_unmarked": StatusChange
  "ticket.merged": EventTicket & {
    readonly sourceId: string
    readonly targetId: string
    readonly targetTicketNumber: number
  }
  "comment.created": EventComment
  "comment.updated": EventComment & Pick<Changes, "changes">
  "comment.deleted": EventComment
  "attachment.created": EventAttachment
  "attachment.deleted": EventAttachment
  "customer.created": EventCustomerRecord
  "customer.updated": EventCustomerRecord & Changes
  "message.sent": EventMessage
  "message.delayed": EventMessage
  "message.delivered": EventMessage
  "message.failed": EventMessage & Refusal
  "message.bounced": EventMessage & Refusal
}

/** The name of an event. */
export type EventType = keyof EventData

/** An event of one kind. */
export type EventOf<Type extends EventType> = Omit<Event, "event" | "type" | "data"> & {
  readonly event: Type
  readonly type: Type
  readonly data: EventData[Type]
}

/** Any event: `type` says which, and with it what `data` holds. */
export type TrunklineEvent = { [Type in EventType]: EventOf<Type> }[EventType]
