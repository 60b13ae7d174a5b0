import { iso } from "../../domain/iso.ts"
import type { Presence, PresenceNews } from "../../domain/Presence.ts"

/** A member at a ticket, on the wire. */
export const presenceView = ({ memberId, name, seenAt, state }: Presence) => ({
  memberId,
  name,
  state,
  seenAt: iso(seenAt)
})

/** The same as it is told on a stream of events. */
export const presenceNewsView = ({ brandId, memberId, name, state, ticketId }: PresenceNews) => ({
  type: "presence.changed" as const,
  brandId,
  ticketId,
  memberId,
  name,
  state
})
