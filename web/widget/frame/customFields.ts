import type { FieldDefinition } from "../../../sdk/src/portal.ts"

/** The fields that a form can ask for: an object has no input. */
export const askedFields = (fields: ReadonlyArray<FieldDefinition>): ReadonlyArray<FieldDefinition> =>
  fields.filter(({ type }) => type !== "object")

/** What was entered, by the keys of the fields and in their types; what was left empty is left out. */
export const customFieldsOf = (fields: ReadonlyArray<FieldDefinition>, form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    askedFields(fields).flatMap((field) => {
      const value = valueOf(field, form.getAll(`field-${field.key}`).map(String))
      return value === undefined ? [] : [[field.key, value]]
    })
  )

const valueOf = ({ type }: FieldDefinition, entered: ReadonlyArray<string>): unknown => {
  const [text = ""] = entered
  const some = (list: ReadonlyArray<string>) => (list.length === 0 ? undefined : list)
  if (type === "boolean") return text !== ""
  if (type === "multiselect") return some(entered)
  if (type === "array")
    return some(
      text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
    )
  if (text.trim() === "") return undefined
  return type === "number" ? Number(text) : text.trim()
}
