import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Tag } from "../../domain/Ticket.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `tags`. */
export interface TagRow {
  readonly id: string
  readonly brand_id: string
  readonly name: string
  readonly color: string
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const tagOf = (row: TagRow): Tag => ({
  id: idOf("tag", row.id),
  brandId: idOf("brand", row.brand_id),
  name: row.name,
  color: row.color,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

/** The row of a tag, as JSON for `json_populate_record`. */
export const rowOfTag = (tenantId: string, tag: Tag) => ({
  id: uuidOf(tag.id),
  tenant_id: tenantId,
  brand_id: uuidOf(tag.brandId),
  name: tag.name,
  color: tag.color,
  created_at: iso(tag.createdAt),
  updated_at: iso(tag.updatedAt)
})
