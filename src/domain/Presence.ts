import { type DateTime, Duration } from "effect"
import type { BrandId, MemberId, TicketId } from "./Ids.ts"

/** What a member does with a ticket that is open before them. */
export const presenceStates = ["viewing", "replying"] as const
export type PresenceState = (typeof presenceStates)[number]

/** How long a member counts as present after they said so. They say so again every third of it. */
export const presenceLifetime = Duration.seconds(30)
/** Members that are told of one ticket. */
export const mostPresent = 50

/** A member who looks at a ticket, or writes an answer. */
export interface Presence {
  readonly memberId: MemberId
  readonly name: string
  readonly state: PresenceState
  /** When they said so last. */
  readonly seenAt: DateTime.Utc
}

/** That a member began or ceased to look at a ticket, or to answer it. Kept nowhere, and no event. */
export interface PresenceNews {
  readonly type: "presence.changed"
  readonly tenantId: string
  readonly brandId: BrandId
  readonly ticketId: TicketId
  readonly memberId: MemberId
  readonly name: string
  readonly state: PresenceState | "gone"
}

/** That others watch a ticket, or are told of something else. Kept nowhere, and no event. */
export interface WatchersNews {
  readonly type: "watchers.changed"
  readonly tenantId: string
  readonly brandId: BrandId
  readonly ticketId: TicketId
}

/** What members at one desk want to know of each other at once. */
export type DeskNews = PresenceNews | WatchersNews
