import type {
  EventComment,
  EventCustomerRecord,
  EventTicketUpdate,
  TicketCreatedEvent,
  WebhookEvent
} from "./generated/types.ts"

/** Any event: `type` says which, and with it what `data` holds. */
export type TrunklineEvent = WebhookEvent

/** The name of an event. */
export type EventType = TrunklineEvent["type"]

/** An event of one kind. */
export type EventOf<Type extends EventType> = Extract<TrunklineEvent, { readonly type: Type }>

/** What each kind of event tells, by its name. */
export type EventData = { readonly [Type in EventType]: EventOf<Type>["data"] }

/** A ticket as events tell it. */
export type EventTicket = Omit<TicketCreatedEvent["data"], "attachments">

/** What an update changed: names of members, and their values before and after. */
export type Changes = Pick<EventTicketUpdate, "changes" | "diff">

/** Whom a change concerns. */
export type EventCustomer = Pick<EventComment, "customerId" | "customerEmail" | "customerName" | "purged">

/** In events of something that was deleted for good, or whose customer was erased: of older ones ids alone are left. */
export type Purged = Pick<EventCustomerRecord, "purged">
