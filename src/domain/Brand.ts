import type { DateTime } from "effect"
import type { FieldDefinitions } from "./FieldDefinition.ts"
import type { AccountId, BrandId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"
import type { Status } from "./Status.ts"
import type { Mode } from "./Tenant.ts"

/** A workspace under the account, with its own queue, customers, channels and settings. */
export interface Brand {
  readonly id: BrandId
  readonly accountId: AccountId
  readonly mode: Mode
  readonly name: string
  readonly slug: string
  readonly ticketPrefix: string
  readonly nextTicketNumber: number
  readonly url?: string | undefined
  readonly iconUrl?: string | undefined
  readonly logoUrl?: string | undefined
  readonly color?: string | undefined
  readonly settings?: JsonObject | undefined
  readonly metadata?: JsonObject | undefined
  readonly ticketSchema?: JsonObject | undefined
  /** `undefined` if there are none. They are also a resource of their own. */
  readonly fieldDefinitions?: FieldDefinitions | undefined
  readonly inboundEmailEnabled: boolean
  readonly autoresponseEnabled: boolean
  readonly autoresponseSubject?: string | undefined
  readonly autoresponseBody?: string | undefined
  readonly fromName?: string | undefined
  readonly fromEmail?: string | undefined
  readonly replyMode: "SINGLE" | "MATCH"
  /** Whether mail that the sender's domain or one of our relays marks as spam becomes a spam ticket or is rejected. */
  readonly inboundSpam: "mark" | "reject"
  /** Addresses of contact forms, whose mail counts as written by the address in its Reply-To. */
  readonly contactFormSenders: ReadonlyArray<string>
  readonly portalOrigins: ReadonlyArray<string>
  readonly replyStatus: "keep" | "pending" | "resolved"
  readonly closedReply: "reopen" | "follow_up" | "window"
  /** Days after closing within which a reply reopens the ticket, when `closedReply` is `window`. */
  readonly closedReplyWindowDays: number
  readonly assigneeOnReopen: "keep" | "unassign"
  /** Most text messages that all numbers together send within 24 hours. */
  readonly smsDailyLimit: number
  /** Text message, sent once, that asks a new customer without an email address for one. If `undefined`, nobody is asked. */
  readonly smsEmailPrompt?: string | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  readonly deletedAt?: DateTime.Utc | undefined
  /** Set in lists, which leave out the JSON members, the fields and the text of the autoresponse. */
  readonly isCut?: true | undefined
}

/** The settings of a brand that decide whether and how its mail is accepted. */
export type InboundPolicy = Pick<Brand, "inboundSpam" | "contactFormSenders">

/** The settings of a brand that the life cycle of its tickets depends on. */
export interface TicketPolicy
  extends Pick<
    Brand,
    | "id"
    | "name"
    | "ticketPrefix"
    | "nextTicketNumber"
    | "replyStatus"
    | "closedReply"
    | "closedReplyWindowDays"
    | "assigneeOnReopen"
    | "autoresponseEnabled"
    | "smsEmailPrompt"
  > {
  readonly statuses: ReadonlyArray<Status>
}
