import type { DateTime } from "effect"
import type { BrandId, CategoryId, CustomerId, MemberId, StatusId, TagId, TicketId } from "./Ids.ts"
import type { Json, JsonObject } from "./Json.ts"
import type { StatusCategory } from "./Status.ts"

/** In ascending order of urgency. */
export const priorities = ["low", "normal", "medium", "high", "urgent"] as const
export type Priority = (typeof priorities)[number]

export const closeReasons = ["no_response", "out_of_scope", "customer_left", "duplicate", "other"] as const
export type CloseReason = (typeof closeReasons)[number]

/** Where a ticket or comment came from: each source, with its coarser origin. */
export const originOf = {
  api: "api",
  web: "api",
  email: "email",
  slack: "chat",
  discord: "chat",
  sms: "sms",
  instagram: "custom",
  twitter: "custom",
  whatsapp: "custom",
  custom: "custom"
} as const
export type Source = keyof typeof originOf
export type Origin = (typeof originOf)[Source]
export const sources = Object.keys(originOf) as ReadonlyArray<Source>
export const origins: ReadonlyArray<Origin> = ["api", "email", "chat", "sms", "custom"]

/** The most that one ticket may have of each (docs/limits.md). */
export const ticketLimits = { tags: 50, participants: 100, watchers: 50, comments: 10_000, attachments: 500 } as const

/** Most bytes of a ticket's `customFields`, as JSON. */
export const maxCustomFields = 64 * 1024

export interface Link {
  readonly url: string
  readonly title?: string | undefined
  readonly type?: string | undefined
}

export interface Participant {
  readonly email: string
  readonly name?: string | undefined
  /**
   * False for a stranger who came in through a reply address or message id, until another participant has named them, and
   * for a person named by a mail that its sender's domain disowns.
   */
  readonly verified: boolean
}

export interface Tag {
  readonly id: TagId
  readonly brandId: BrandId
  readonly name: string
  readonly color: string
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** A customer's request, in the queue of one brand. */
export interface Ticket {
  readonly id: TicketId
  readonly brandId: BrandId
  /** Unique and ascending within the brand. */
  readonly number: number
  readonly customerId: CustomerId
  readonly customerEmail: string
  readonly customerName?: string | undefined
  readonly title: string
  readonly body?: string | undefined
  /** Any JSON value, or `undefined` if there is none. */
  readonly customFields?: Json | undefined
  readonly statusId: StatusId
  readonly status: string
  readonly statusCategory: StatusCategory
  readonly closeReason?: CloseReason | undefined
  readonly priority: Priority
  readonly source: Source
  readonly origin: Origin
  readonly sourceId?: string | undefined
  readonly sourceData?: JsonObject | undefined
  readonly assigneeId?: MemberId | undefined
  readonly createdBy?: string | undefined
  readonly categoryId?: CategoryId | undefined
  readonly tags: ReadonlyArray<Tag>
  readonly links?: ReadonlyArray<Link> | undefined
  readonly metadata?: JsonObject | undefined
  readonly participants?: ReadonlyArray<Participant> | undefined
  readonly commentCount: number
  readonly attachmentCount: number
  readonly isSpam: boolean
  readonly isAutomated: boolean
  readonly dueAt?: DateTime.Utc | undefined
  readonly firstRespondedAt?: DateTime.Utc | undefined
  readonly lastCustomerReplyAt?: DateTime.Utc | undefined
  readonly lastAgentReplyAt?: DateTime.Utc | undefined
  readonly waitingSince?: DateTime.Utc | undefined
  readonly resolvedAt?: DateTime.Utc | undefined
  readonly closedAt?: DateTime.Utc | undefined
  readonly reopenCount: number
  readonly mergedIntoId?: TicketId | undefined
  readonly followUpOfId?: TicketId | undefined
  /** The sequence number of the ticket's last event. */
  readonly eventSeq: number
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  /** The `updatedAt` that its customer sees, if different: customers do not learn when the team worked on the ticket. */
  readonly customerUpdatedAt?: DateTime.Utc | undefined
  /** When replies that can still be taken back become visible to the customer. */
  readonly customerUpdatesDue?: ReadonlyArray<DateTime.Utc> | undefined
  readonly deletedAt?: DateTime.Utc | undefined
}

/** The ticket number that people see, such as `ACME-1042`. */
export const publicId = (ticketPrefix: string, number: number): string => `${ticketPrefix}-${number}`
