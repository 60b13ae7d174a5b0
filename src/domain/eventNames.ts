import { type EventType, eventTypes } from "./Event.ts"

/** A second name for `comment.created`, which existing receivers use. */
export const commentAlias = "ticket.comment.created"
export const aliased: EventType = "comment.created"

/** `*`, and one group per first word, such as `ticket.*`. */
export const eventGroups: ReadonlyArray<string> = [
  "*",
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf("."))}.*`))
]

/** All names of events. */
export const eventNames: ReadonlyArray<string> = [...eventTypes, commentAlias]

/** All names that a subscription may contain. */
export const subscribable: ReadonlyArray<string> = [...eventGroups, ...eventNames]
