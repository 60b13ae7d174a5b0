import { Schema } from "effect"

/** A JSON Schema. */
export type Rule = Readonly<Record<string, unknown>>

/**
 * Says a rule in the OpenAPI document, and checks nothing: handlers do, who name what breaks it better than the schema of
 * the whole could, and beside everything else that is wrong.
 */
export const documented =
  (rule: Rule) =>
  <S extends Schema.Top>(schema: S) =>
    schema.check(Schema.makeFilter<S["Type"]>(() => true, { toJsonSchema: () => rule }))

/** No entry twice. */
export const distinct = documented({ uniqueItems: true })
