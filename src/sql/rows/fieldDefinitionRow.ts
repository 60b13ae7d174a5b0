import type { FieldDefinition, FieldEntity, FieldType } from "../../domain/FieldDefinition.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Json } from "../../domain/Json.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `field_definitions`. */
export interface FieldDefinitionRow {
  readonly id: string
  readonly brand_id: string
  readonly entity: FieldEntity
  readonly key: string
  readonly label: string
  readonly type: FieldType
  readonly required: boolean
  readonly default_value: Json
  readonly description: string | null
  readonly placeholder: string | null
  readonly options: ReadonlyArray<string> | null
  readonly show_on_create: boolean
  readonly show_in_table: boolean
  readonly show_in_detail: boolean
  readonly sort_order: number
  readonly source: string | null
  readonly created_at: Moment
}

/** Columns that never change. */
export const fixedFieldColumns = ["id", "tenant_id", "brand_id", "entity", "key", "type", "created_at"] as const

export const mutableFieldColumns = [
  "label",
  "required",
  "default_value",
  "description",
  "placeholder",
  "options",
  "show_on_create",
  "show_in_table",
  "show_in_detail",
  "sort_order",
  "source"
] as const

export const fieldDefinitionOf = (row: FieldDefinitionRow): FieldDefinition => ({
  id: idOf("field", row.id),
  brandId: idOf("brand", row.brand_id),
  entity: row.entity,
  key: row.key,
  label: row.label,
  type: row.type,
  required: row.required,
  defaultValue: row.default_value ?? undefined,
  description: row.description ?? undefined,
  placeholder: row.placeholder ?? undefined,
  options: row.options ?? undefined,
  showOnCreate: row.show_on_create,
  showInTable: row.show_in_table,
  showInDetail: row.show_in_detail,
  sortOrder: row.sort_order,
  source: row.source ?? undefined,
  createdAt: moment(row.created_at)
})

/** The row of a field definition, as JSON for `json_populate_recordset`. */
export const rowOfFieldDefinition = (
  tenantId: string,
  field: FieldDefinition
): Record<(typeof fixedFieldColumns | typeof mutableFieldColumns)[number], unknown> => ({
  id: uuidOf(field.id),
  tenant_id: tenantId,
  brand_id: uuidOf(field.brandId),
  entity: field.entity,
  key: field.key,
  label: field.label,
  type: field.type,
  required: field.required,
  default_value: field.defaultValue,
  description: field.description,
  placeholder: field.placeholder,
  options: field.options,
  show_on_create: field.showOnCreate,
  show_in_table: field.showInTable,
  show_in_detail: field.showInDetail,
  sort_order: field.sortOrder,
  source: field.source,
  created_at: iso(field.createdAt)
})
