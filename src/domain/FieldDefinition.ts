import type { DateTime } from "effect"
import type { BrandId, FieldId } from "./Ids.ts"
import type { Json } from "./Json.ts"

/** The kinds of records that have custom fields. */
export const fieldEntities = ["ticket", "customer", "company"] as const
export type FieldEntity = (typeof fieldEntities)[number]

export const fieldTypes = [
  "text",
  "number",
  "boolean",
  "date",
  "select",
  "multiselect",
  "url",
  "array",
  "object"
] as const
export type FieldType = (typeof fieldTypes)[number]

/**
 * The input that the dashboard and the portal show for one custom field. It only describes the field: it validates nothing,
 * and deleting it keeps the stored values. Its key and type never change.
 */
export interface FieldDefinition {
  readonly id: FieldId
  readonly brandId: BrandId
  readonly entity: FieldEntity
  /** Unique among the fields of its entity. */
  readonly key: string
  readonly label: string
  readonly type: FieldType
  readonly required: boolean
  readonly defaultValue?: Json | undefined
  readonly description?: string | undefined
  readonly placeholder?: string | undefined
  /** The choices of a select or multiselect. */
  readonly options?: ReadonlyArray<string> | undefined
  readonly showOnCreate: boolean
  readonly showInTable: boolean
  readonly showInDetail: boolean
  readonly sortOrder: number
  readonly source?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** A brand's definitions by entity, each list in its order. */
export type FieldDefinitions = { readonly [E in FieldEntity]: ReadonlyArray<FieldDefinition> }

export const fieldsByEntity = (all: ReadonlyArray<FieldDefinition>): FieldDefinitions => ({
  ticket: all.filter(({ entity }) => entity === "ticket"),
  customer: all.filter(({ entity }) => entity === "customer"),
  company: all.filter(({ entity }) => entity === "company")
})
