import type { DateTime } from "effect"
import type { BrandId, FieldId } from "./Ids.ts"
import type { Json } from "./Json.ts"

/** What has custom fields. */
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
 * An input that the dashboard and the portal show for one custom field. It is a description and no rule: whatever is
 * stored under its key stays, with or without it. Its key and type never change.
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
  /** What a select or multiselect offers. */
  readonly options?: ReadonlyArray<string> | undefined
  readonly showOnCreate: boolean
  readonly showInTable: boolean
  readonly showInDetail: boolean
  readonly sortOrder: number
  readonly source?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** The definitions of a brand by what they describe, each in its order. */
export type FieldDefinitions = { readonly [E in FieldEntity]: ReadonlyArray<FieldDefinition> }

export const fieldsByEntity = (all: ReadonlyArray<FieldDefinition>): FieldDefinitions => ({
  ticket: all.filter(({ entity }) => entity === "ticket"),
  customer: all.filter(({ entity }) => entity === "customer"),
  company: all.filter(({ entity }) => entity === "company")
})
