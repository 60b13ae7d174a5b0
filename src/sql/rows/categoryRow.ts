import type { Category } from "../../domain/Category.ts"
import { idOf } from "../../domain/Ids.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `categories`. */
export interface CategoryRow {
  readonly id: string
  readonly brand_id: string
  readonly name: string
  readonly color: string
  readonly description: string | null
  readonly sort_order: number
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const categoryOf = (row: CategoryRow): Category => ({
  id: idOf("category", row.id),
  brandId: idOf("brand", row.brand_id),
  name: row.name,
  color: row.color,
  description: row.description ?? undefined,
  sortOrder: row.sort_order,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})
