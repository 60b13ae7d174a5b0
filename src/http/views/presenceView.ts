import { iso } from "../../domain/iso.ts"
import type { DeskNews, Presence } from "../../domain/Presence.ts"

/** A member at a ticket, on the wire. */
export const presenceView = ({ memberId, name, seenAt, state }: Presence) => ({
  memberId,
  name,
  state,
  seenAt: iso(seenAt)
})

/** Who opened or left a ticket, and changes of its watchers, as an event stream reports them. */
export const deskNewsView = ({ tenantId: _, ...news }: DeskNews) => news
