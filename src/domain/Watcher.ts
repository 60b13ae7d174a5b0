import { type DateTime, Option } from "effect"
import { type Id, type MemberId, parseId, type TicketId } from "./Ids.ts"

const customPrefix = "custom_"

/**
 * Whom a watcher is about, as a caller names them: a member by their id, or anybody by `custom_` and their e-mail
 * address, whose case does not matter. Any other text is a key that nobody has.
 */
export const watcherKey = (text: string): string => {
  const key = text.trim()
  return key.startsWith(customPrefix) ? key.toLowerCase() : key
}

/** The member of a key, if it is one's. */
export const memberIn = (key: string): MemberId | undefined => Option.getOrUndefined(parseId("member", key))

/** The address of a key, if it has one. */
export const addressIn = (key: string): string | undefined =>
  key.startsWith(customPrefix) ? key.slice(customPrefix.length) : undefined

export interface NewWatcher {
  /** The watcher's key. */
  readonly memberId: string
  /** Lower case. */
  readonly memberEmail: string
  readonly memberName?: string | undefined
}

/** Someone who is told of what happens to a ticket. */
export interface Watcher extends NewWatcher {
  readonly id: Id<"watcher">
  readonly ticketId: TicketId
  /** Id of the member or API key who added it. */
  readonly addedBy?: string | undefined
  readonly addedAt: DateTime.Utc
  readonly notifyOnComment: boolean
  readonly notifyOnStatusChange: boolean
}
