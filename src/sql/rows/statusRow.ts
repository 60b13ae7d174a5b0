import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { StatusCategory, StatusRecord } from "../../domain/Status.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `statuses`. */
export interface StatusRow {
  readonly id: string
  readonly brand_id: string
  readonly key: string
  readonly category: StatusCategory
  readonly name: string
  readonly customer_name: string
  readonly color: string
  readonly description: string | null
  readonly is_system: boolean
  readonly is_default: boolean
  readonly is_active: boolean
  readonly sort_order: number
  readonly created_at: Moment
  readonly updated_at: Moment
}

/** Columns that never change. */
export const fixedStatusColumns = ["id", "tenant_id", "brand_id", "key", "is_system", "created_at"] as const

export const mutableStatusColumns = [
  "category",
  "name",
  "customer_name",
  "color",
  "description",
  "is_default",
  "is_active",
  "sort_order",
  "updated_at"
] as const

export const statusOf = (row: StatusRow): StatusRecord => ({
  id: idOf("status", row.id),
  brandId: idOf("brand", row.brand_id),
  key: row.key,
  category: row.category,
  name: row.name,
  customerName: row.customer_name,
  color: row.color,
  description: row.description ?? undefined,
  isSystem: row.is_system,
  isDefault: row.is_default,
  isActive: row.is_active,
  sortOrder: row.sort_order,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

/** The row of a status, as JSON for `json_populate_recordset`. */
export const rowOfStatus = (
  tenantId: string,
  status: StatusRecord
): Record<(typeof fixedStatusColumns | typeof mutableStatusColumns)[number], unknown> => ({
  id: uuidOf(status.id),
  tenant_id: tenantId,
  brand_id: uuidOf(status.brandId),
  key: status.key,
  category: status.category,
  name: status.name,
  customer_name: status.customerName,
  color: status.color,
  description: status.description,
  is_system: status.isSystem,
  is_default: status.isDefault,
  is_active: status.isActive,
  sort_order: status.sortOrder,
  created_at: iso(status.createdAt),
  updated_at: iso(status.updatedAt)
})
