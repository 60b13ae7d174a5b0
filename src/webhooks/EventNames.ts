import { type EventType, eventTypes } from "../domain/Event.ts"
import { aliased, commentAlias, eventGroups } from "../domain/eventNames.ts"

/** Whether this is the canonical name or the alias of an event. A group is not an event. */
export const isEvent = (name: string): boolean => eventTypes.some((type) => type === canonicalName(name))

/** The first entry that is not an event, a group or the alias. */
export const unknownEvent = (events: ReadonlyArray<string>): string | undefined =>
  events.find((event) => typesOf(event).length === 0)

/**
 * The canonical names that a subscription covers. A name that is listed explicitly, rather than through a group, is also
 * included as `=name`, because comments on spam tickets go only to explicit subscribers.
 */
export const eventTypesOf = (events: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = events.filter((event) => !eventGroups.includes(event)).map(canonicalName)
  return [...canonicalTypes(events), ...new Set(named.map((name) => `=${name}`))]
}

/** The canonical names of events, with groups and the alias expanded. */
export const canonicalTypes = (events: ReadonlyArray<string>): ReadonlyArray<EventType> => [
  ...new Set(events.flatMap(typesOf))
]

const typesOf = (event: string): ReadonlyArray<EventType> => {
  if (event === "*") return eventTypes
  if (eventGroups.includes(event)) return eventTypes.filter((type) => type.startsWith(event.slice(0, -1)))
  const name = canonicalName(event)
  return eventTypes.filter((type) => type === name)
}

/** The name of an event in the event log. */
export const canonicalName = (event: string): string => (event === commentAlias ? aliased : event)

/** An event's name for a subscriber to these events: the alias if the subscription lists it, else the canonical name. */
export const nameFor = (events: ReadonlyArray<string>, type: string): string =>
  type === aliased && events.includes(commentAlias) ? commentAlias : type

/** An envelope with its event renamed. Only the two members that hold the name change. */
export const renamed = (payload: string, type: string, name: string): string =>
  // The first occurrence is the envelope's own, because only the event's id precedes it.
  name === type ? payload : payload.replace(head(type), head(name))

const head = (name: string) => `"event":"${name}","type":"${name}"`
