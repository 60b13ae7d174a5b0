import type { FieldDefinition } from "../../sdk/src/portal.ts"

/** What a form calls the input of a custom field. */
export const inputName = ({ key }: Pick<FieldDefinition, "key">): string => `field.${key}`

/** The fields that a form can ask for: nobody writes an object into a form. */
export const askedFields = (fields: ReadonlyArray<FieldDefinition>): ReadonlyArray<FieldDefinition> =>
  fields.filter(({ type }) => type !== "object")

/**
 * What was entered, by the keys of the fields and in their types; what was left empty is left out, and what is no number
 * stays as it was written, for the API to say so.
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
  // A box that is not ticked says no.
  if (type === "boolean") return first !== undefined
  if (first === undefined) return undefined
  if (type === "multiselect") return texts
  if (type === "array") return first.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))
  return type === "number" && Number.isFinite(Number(first)) ? Number(first) : first
}
