import { iso } from "../../domain/iso.ts"
import type { Tag } from "../../domain/Ticket.ts"

/** A tag on the wire. */
export const tagView = (tag: Tag) => ({
  id: tag.id,
  brandId: tag.brandId,
  name: tag.name,
  color: tag.color,
  createdAt: iso(tag.createdAt),
  updatedAt: iso(tag.updatedAt)
})
