import type { FieldDefinition } from "@trunkline/sdk"

/** The kind of input for a value: that of its field, or JSON if the value does not fit the field. */
export type InputKind = FieldDefinition["type"] | "json"

/** The parsed content of an input: a value, none (`undefined`), or a problem. */
export type Entered = { readonly value: unknown } | { readonly problem: string }

/** Returns the value if it is an object, otherwise `undefined`. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

const isLine = (value: unknown): value is string => typeof value === "string" && !/[\r\n]/.test(value)

/** Returns the kind of input for a value. Custom fields hold any JSON, whatever their definitions say. */
export const kindOf = (
  { options = [], type }: Pick<FieldDefinition, "options" | "type">,
  value: unknown
): InputKind => {
  if (type === "object") return "json"
  if (value === undefined) return type
  switch (type) {
    case "boolean":
    case "number":
      return typeof value === type ? type : "json"
    case "date":
      return isLine(value) && /^\d{4}-\d\d-\d\d$/.test(value) ? type : "json"
    case "array":
      return Array.isArray(value) && value.every((one) => isLine(one) && one.trim() !== "") ? type : "json"
    case "multiselect":
      return Array.isArray(value) && value.every((one) => options.includes(one)) ? type : "json"
    default:
      return isLine(value) ? type : "json"
  }
}

/** Returns the text of an input for a value; a list has one entry per line. */
export const textOf = (kind: InputKind, value: unknown): string => {
  if (value === undefined) return ""
  if (kind === "json") return JSON.stringify(value, undefined, 2)
  return Array.isArray(value) ? value.join("\n") : String(value)
}

/** Parses the text of an input. An empty one has no value. */
export const enteredIn = (kind: InputKind, text: string): Entered => {
  if (text.trim() === "") return { value: undefined }
  switch (kind) {
    case "boolean":
      return { value: text === "true" }
    case "number":
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { problem: "Enter a number" }
    case "url":
      return URL.canParse(text.trim())
        ? { value: text.trim() }
        : { problem: "Enter a URL, such as https://example.com" }
    case "array":
    case "multiselect":
      return { value: text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()])) }
    case "json":
      return parsed(text)
    default:
      return { value: text }
  }
}

const parsed = (text: string): Entered => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: "Enter valid JSON" }
  }
}

/** Returns the custom fields that no definition covers: an object's other members, or all of a value that is not an object. */
export const restOf = (value: unknown, fields: ReadonlyArray<FieldDefinition>): unknown => {
  const members = membersOf(value)
  if (members === undefined) return value ?? undefined
  const rest = Object.entries(members).filter(([name]) => !fields.some(({ key }) => key === name))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

/** Returns all custom fields with a new `rest`, the part that no field covers; `null` if nothing is left. */
export const wholeOf = (before: unknown, fields: ReadonlyArray<FieldDefinition>, rest: unknown): unknown => {
  const own = Object.entries(membersOf(before) ?? {}).filter(([name]) => fields.some(({ key }) => key === name))
  return own.length === 0 ? (rest ?? null) : { ...membersOf(rest), ...Object.fromEntries(own) }
}

/** A change of custom fields: one member (`undefined` removes it), or everything that none of these fields covers. */
export type FieldsChange =
  | { readonly key: string; readonly value: unknown; readonly kind: InputKind }
  | { readonly fields: ReadonlyArray<FieldDefinition>; readonly rest: unknown }

/** Returns all custom fields after a change. A whole value, since a merge patch could only add to a nested object. */
export const wholeAfter = (before: unknown, change: FieldsChange): unknown => {
  if ("rest" in change) return wholeOf(before, change.fields, change.rest)
  const { [change.key]: _, ...others } = membersOf(before) ?? {}
  return change.value === undefined ? others : { ...others, [change.key]: change.value }
}

/** Returns the part that a change replaces. */
export const partOf = (value: unknown, change: FieldsChange): unknown =>
  "rest" in change ? restOf(value, change.fields) : membersOf(value)?.[change.key]

/** Returns the change that undoes a change of `before`, and nothing else. */
export const fieldsUndoOf = (before: unknown, change: FieldsChange): FieldsChange =>
  "rest" in change ? { ...change, rest: partOf(before, change) } : { ...change, value: partOf(before, change) }

/**
 * Assembles custom fields from a form's inputs (`texts`, by field key) and a JSON text. Without any value there are none.
 * Problems are listed by field key; that of the JSON has the empty key.
 */
export const assembled = (
  fields: ReadonlyArray<FieldDefinition>,
  texts: Readonly<Record<string, string>>,
  json: string
): { readonly value: unknown } | { readonly problems: Readonly<Record<string, string>> } => {
  const entered = fields.map((field) => [field, enteredIn(kindOf(field, undefined), texts[field.key] ?? "")] as const)
  const rest = enteredIn("json", json)
  const values = Object.fromEntries(
    entered.flatMap(([{ key }, one]) => ("value" in one && one.value !== undefined ? [[key, one.value]] : []))
  )
  const hasValues = Object.keys(values).length > 0
  const members = "value" in rest ? membersOf(rest.value) : undefined
  const isLone = "value" in rest && rest.value !== undefined && members === undefined
  const problems = Object.fromEntries([
    ...entered.flatMap(([{ key, required }, one]) =>
      "problem" in one
        ? [[key, one.problem]]
        : required && one.value === undefined
          ? [[key, "This field is required"]]
          : []
    ),
    ...("problem" in rest ? [["", rest.problem]] : []),
    ...(isLone && hasValues ? [["", "Enter a JSON object, because the fields above have values"]] : [])
  ])
  if (Object.keys(problems).length > 0) return { problems }
  if (isLone) return rest
  return { value: hasValues || members !== undefined ? { ...members, ...values } : undefined }
}
