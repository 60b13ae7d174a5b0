import { type EventType, eventTypes } from "./Event.ts"

/** A second name of `comment.created`, which existing receivers know. */
export const commentAlias = "ticket.comment.created"
export const aliased: EventType = "comment.created"

/** `*`, and one group for each first word, such as `ticket.*`. */
export const eventGroups: ReadonlyArray<string> = [
  "*",
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf("."))}.*`))
]

/** All that one event may be called. */
export const eventNames: ReadonlyArray<string> = [...eventTypes, commentAlias]

/** All that a subscription may name. */
export const subscribable: ReadonlyArray<string> = [...eventGroups, ...eventNames]
