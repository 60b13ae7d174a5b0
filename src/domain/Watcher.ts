import { type DateTime, Option } from "effect"
import { type Id, type MemberId, parseId, type TicketId } from "./Ids.ts"

const customPrefix = "custom_"

/**
 * The key of a watcher, from what a caller sent: a member's id, or `custom_` followed by any email address, whose case does
 * not matter. Any other text is a key that nobody has.
 */
export const watcherKey = (text: string): string => {
  const key = text.trim()
  return key.startsWith(customPrefix) ? key.toLowerCase() : key
}

/** The member whose key this is, or `undefined`. */
export const memberIn = (key: string): MemberId | undefined => Option.getOrUndefined(parseId("member", key))

/** The email address in a key, or `undefined`. */
export const addressIn = (key: string): string | undefined =>
  key.startsWith(customPrefix) ? key.slice(customPrefix.length) : undefined

export interface NewWatcher {
  /** The watcher's key. */
  readonly memberId: string
  /** Lower case. */
  readonly memberEmail: string
  readonly memberName?: string | undefined
}

/** A person who is notified of what happens to a ticket. */
export interface Watcher extends NewWatcher {
  readonly id: Id<"watcher">
  readonly ticketId: TicketId
  /** The id of the member or API key that added it. */
  readonly addedBy?: string | undefined
  readonly addedAt: DateTime.Utc
  readonly notifyOnComment: boolean
  readonly notifyOnStatusChange: boolean
}
