import type { FieldDefinition } from "../../../sdk/src/portal.ts"

/** What a form calls the input of a custom field. */
export const inputName = (field: Pick<FieldDefinition, "key">): string => `field.${field.key}`

/** Whether a form can ask for it: nobody writes JSON into a form. */
export const isAskable = ({ type }: FieldDefinition): boolean => type !== "object"

/** The values of custom fields that a form holds; what was left empty is left out. */
export const customFieldsIn = (
  form: FormData,
  fields: ReadonlyArray<FieldDefinition>
): Record<string, unknown> | undefined => {
  const values = fields.filter(isAskable).flatMap((field) => {
    const texts = form
      .getAll(inputName(field))
      .flatMap((value) => (typeof value === "string" && value.trim() !== "" ? [value.trim()] : []))
    const value = valueOf(field, texts)
    return value === undefined ? [] : [[field.key, value] as const]
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

const valueOf = ({ type }: FieldDefinition, texts: ReadonlyArray<string>): unknown => {
  const [first] = texts
  switch (type) {
    // A box that is not ticked says no.
    case "boolean":
      return first !== undefined
    case "number":
      return first === undefined ? undefined : Number.isFinite(Number(first)) ? Number(first) : first
    case "multiselect":
      return first === undefined ? undefined : texts
    case "array":
      return first?.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))
    default:
      return first
  }
}
