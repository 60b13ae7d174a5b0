import { type DateTime, Duration } from "effect"
import type { BrandId, MemberId, TicketId } from "./Ids.ts"

/** What a member is doing with a ticket that they have open. */
export const presenceStates = ["viewing", "replying"] as const
export type PresenceState = (typeof presenceStates)[number]

/** How long a member counts as present after a heartbeat. Clients send one every third of it. */
export const presenceLifetime = Duration.seconds(30)
/** Most members that are listed for one ticket. */
export const mostPresent = 50

/** A member who is viewing a ticket or writing a reply. */
export interface Presence {
  readonly memberId: MemberId
  readonly name: string
  readonly state: PresenceState
  /** Time of the last heartbeat. */
  readonly seenAt: DateTime.Utc
}

/** A member started or stopped viewing or answering a ticket. Never stored, and not an event. */
export interface PresenceNews {
  readonly type: "presence.changed"
  readonly tenantId: string
  readonly brandId: BrandId
  readonly ticketId: TicketId
  readonly memberId: MemberId
  readonly name: string
  readonly state: PresenceState | "gone"
}

/** The watchers of a ticket, or what they are notified of, changed. Never stored, and not an event. */
export interface WatchersNews {
  readonly type: "watchers.changed"
  readonly tenantId: string
  readonly brandId: BrandId
  readonly ticketId: TicketId
}

/** News about other members that the dashboard shows at once. */
export type DeskNews = PresenceNews | WatchersNews
