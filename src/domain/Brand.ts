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
  /** Left out when there are none. They have a resource of their own. */
  readonly fieldDefinitions?: FieldDefinitions | undefined
  readonly inboundEmailEnabled: boolean
  readonly autoresponseEnabled: boolean
  readonly autoresponseSubject?: string | undefined
  readonly autoresponseBody?: string | undefined
  readonly fromName?: string | undefined
  readonly fromEmail?: string | undefined
  readonly replyMode: "SINGLE" | "MATCH"
  /** What becomes of mail that is spam by what the sender's domain or a relay of ours says: a spam ticket, or a refusal. */
  readonly inboundSpam: "mark" | "reject"
  /** Addresses of forms that write in the name of whoever their Reply-To names. */
  readonly contactFormSenders: ReadonlyArray<string>
  readonly portalOrigins: ReadonlyArray<string>
  readonly replyStatus: "keep" | "pending" | "resolved"
  readonly closedReply: "reopen" | "follow_up" | "window"
  /** Days after closing within which a reply reopens the ticket, when `closedReply` is `window`. */
  readonly closedReplyWindowDays: number
  readonly assigneeOnReopen: "keep" | "unassign"
  /** Texts that go out by all numbers together within 24 hours. */
  readonly smsDailyLimit: number
  /** What a new customer who has no address is sent once by text message: a question for one. Nobody is asked without. */
  readonly smsEmailPrompt?: string | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  readonly deletedAt?: DateTime.Utc | undefined
  /** In a list: its JSON, its fields and the text that it answers with are left out. */
  readonly isCut?: true | undefined
}

/** What of a brand decides what becomes of mail before it is taken. */
export type InboundPolicy = Pick<Brand, "inboundSpam" | "contactFormSenders">

/** What of a brand the life cycle of its tickets depends on. */
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
