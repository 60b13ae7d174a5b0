import type { FieldDefinition } from "../../sdk/src/portal.ts"

/** The name of a custom field's input in a form. */
export const inputName = ({ key }: Pick<FieldDefinition, "key">): string => `field.${key}`

/** The fields that a form can ask for: all except objects, which nobody types into a form. */
export const askedFields = (fields: ReadonlyArray<FieldDefinition>): ReadonlyArray<FieldDefinition> =>
  fields.filter(({ type }) => type !== "object")

/**
 * Returns the entered values by field key, in the types of their fields. Empty ones are left out, and text that is not a number
 * is kept for the API to refuse.
 */
export const customFieldsIn = (
  form: FormData,
  fields: ReadonlyArray<FieldDefinition>
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    askedFields(fields).flatMap((field) => {
      const value = valueOf(field, form.getAll(inputName(field)))
      return value === undefined ? [] : [[field.key, value]]
    })
  )

const valueOf = ({ type }: FieldDefinition, entered: ReadonlyArray<unknown>): unknown => {
  const texts = entered.flatMap((text) => (typeof text === "string" && text.trim() !== "" ? [text.trim()] : []))
  const [first] = texts
  // An unticked box means no.
  if (type === "boolean") return first !== undefined
  if (first === undefined) return undefined
  if (type === "multiselect") return texts
  if (type === "array") return first.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))
  return type === "number" && Number.isFinite(Number(first)) ? Number(first) : first
}
