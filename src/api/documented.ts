import { Schema } from "effect"

/** A JSON Schema. */
export type Rule = Readonly<Record<string, unknown>>

/**
 * Adds a rule to the OpenAPI document without checking it. Handlers check it, as they describe errors better than a schema
 * of the whole could, and together with all other errors.
 */
export const documented =
  (rule: Rule) =>
  <S extends Schema.Top>(schema: S) =>
    schema.check(Schema.makeFilter<S["Type"]>(() => true, { toJsonSchema: () => rule }))

/** Without duplicate entries. */
export const distinct = documented({ uniqueItems: true })
