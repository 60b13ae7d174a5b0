import type { Category } from "../../domain/Category.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
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

/** The row of a category, as JSON for `json_populate_recordset`. */
export const rowOfCategory = (tenantId: string, category: Category) => ({
  id: uuidOf(category.id),
  tenant_id: tenantId,
  brand_id: uuidOf(category.brandId),
  name: category.name,
  color: category.color,
  description: category.description,
  sort_order: category.sortOrder,
  created_at: iso(category.createdAt),
  updated_at: iso(category.updatedAt)
})
