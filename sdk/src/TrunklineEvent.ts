import type {
  AnyEvent,
  EventComment,
  EventCustomerRecord,
  EventTicketUpdate,
  TicketCreatedEvent,
  WebhookEvent
} from "./generated/types.ts"

/**
 * Any event: `type` says which one it is and what `data` contains. An event of a type added after this version is an
 * `UnknownEvent`: ignore it, or compare its `event`, which can be any name, with the one you expect.
 */
export type TrunklineEvent = AnyEvent

/** The name of an event that this version knows. */
export type EventType = WebhookEvent["type"]

/** An event of one kind. */
export type EventOf<Type extends EventType> = Extract<TrunklineEvent, { readonly type: Type }>

/** The data of each event, by the event's name. */
export type EventData = { readonly [Type in EventType]: EventOf<Type>["data"] }

/** A ticket in an event. */
export type EventTicket = Omit<TicketCreatedEvent["data"], "attachments">

/** What an update changed: names of members, with their values before and after. */
export type Changes = Pick<EventTicketUpdate, "changes" | "diff">

/** The customer that a change concerns. */
export type EventCustomer = Pick<EventComment, "customerId" | "customerEmail" | "customerName" | "purged">

/** In events about a record that was permanently deleted or whose customer was erased. Older events contain only ids. */
export type Purged = Pick<EventCustomerRecord, "purged">
