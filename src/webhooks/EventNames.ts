import { type EventType, eventTypes } from "../domain/Event.ts"
import { aliased, commentAlias, eventGroups } from "../domain/eventNames.ts"

/** Whether an event has this name, canonical or alias; a group is no event. */
export const isEvent = (name: string): boolean => eventTypes.some((type) => type === canonicalName(name))

/** The first entry that is no event, group or alias. */
export const unknownEvent = (events: ReadonlyArray<string>): string | undefined =>
  events.find((event) => typesOf(event).length === 0)

/**
 * The canonical names that a subscription means. A name that was written out, rather than meant by a group, also stands
 * as `=name`: comments on spam tickets go to those alone.
 */
export const eventTypesOf = (events: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = events.filter((event) => !eventGroups.includes(event)).map(canonicalName)
  return [...canonicalTypes(events), ...new Set(named.map((name) => `=${name}`))]
}

/** The canonical names that events, groups and the alias mean. */
export const canonicalTypes = (events: ReadonlyArray<string>): ReadonlyArray<EventType> => [
  ...new Set(events.flatMap(typesOf))
]

const typesOf = (event: string): ReadonlyArray<EventType> => {
  if (event === "*") return eventTypes
  if (eventGroups.includes(event)) return eventTypes.filter((type) => type.startsWith(event.slice(0, -1)))
  const name = canonicalName(event)
  return eventTypes.filter((type) => type === name)
}

/** The name by which the event log knows an event. */
export const canonicalName = (event: string): string => (event === commentAlias ? aliased : event)

/** An event's name for a subscriber of these events: the alias for those who wrote it, else the canonical name. */
export const nameFor = (events: ReadonlyArray<string>, type: string): string =>
  type === aliased && events.includes(commentAlias) ? commentAlias : type

/** An envelope with its event under another name. The text stays the same apart from the two members that hold it. */
export const renamed = (payload: string, type: string, name: string): string =>
  // The first occurrence is the envelope's own: only the event's id comes before it.
  name === type ? payload : payload.replace(head(type), head(name))

const head = (name: string) => `"event":"${name}","type":"${name}"`
