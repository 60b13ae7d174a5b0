import { iso } from "../../domain/iso.ts"
import type { DeskNews, Presence } from "../../domain/Presence.ts"

/** A member at a ticket, on the wire. */
export const presenceView = ({ memberId, name, seenAt, state }: Presence) => ({
  memberId,
  name,
  state,
  seenAt: iso(seenAt)
})

/** Who has come to a ticket or gone, and that others watch it, as a stream of events tells it. */
export const deskNewsView = ({ tenantId: _, ...news }: DeskNews) => news
