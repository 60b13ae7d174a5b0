import { iso } from "../../domain/iso.ts"
import type { SearchHit } from "../../tickets/Search.ts"

/** A search result on the wire; members that are `undefined` are left out. */
export const searchHitView = (hit: SearchHit) => ({
  type: hit.type,
  id: hit.id,
  brandId: hit.brandId,
  ticketId: hit.ticket?.id,
  publicId: hit.ticket?.publicId,
  title: hit.title,
  snippet: hit.snippet,
  matches: hit.matches,
  updatedAt: iso(hit.updatedAt)
})
