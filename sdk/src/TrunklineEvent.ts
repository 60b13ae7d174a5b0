import type {
  AnyEvent,
  EventComment,
  EventCustomerRecord,
  EventTicketUpdate,
  TicketCreatedEvent,
  WebhookEvent
} from "./generated/types.ts"

/**
 * Any event: `type` says which, and with it what `data` holds. One of a kind that this version does not know, because it
 * came after it, is an `UnknownEvent`: ignore it, or compare its `event`, which may be any name, with the one you expect.
 */
export type TrunklineEvent = AnyEvent

/** The name of an event that this version knows. */
export type EventType = WebhookEvent["type"]

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
