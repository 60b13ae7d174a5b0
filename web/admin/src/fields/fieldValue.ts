import type { FieldDefinition } from "@trunkline/sdk"

/** How a value is shown and entered: as its field says, or as JSON where it is something else. */
export type InputKind = FieldDefinition["type"] | "json"

/** What an input holds, read: a value, none of it, or why it is neither. */
export type Entered = { readonly value: unknown } | { readonly problem: string }

/** Members of an object; of anything else there are none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

const isLine = (value: unknown): value is string => typeof value === "string" && !/[\r\n]/.test(value)

/** The input for what stands in a field. Custom fields hold any JSON, whatever the definition says of them. */
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

/** What an input holds for a value: a list is one entry a line. */
export const textOf = (kind: InputKind, value: unknown): string => {
  if (value === undefined) return ""
  if (kind === "json") return JSON.stringify(value, undefined, 2)
  return Array.isArray(value) ? value.join("\n") : String(value)
}

/** The value that an input holds; an empty one holds none. */
export const enteredIn = (kind: InputKind, text: string): Entered => {
  if (text.trim() === "") return { value: undefined }
  switch (kind) {
    case "boolean":
      return { value: text === "true" }
    case "number":
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { problem: "This is no number" }
    case "url":
      return URL.canParse(text.trim())
        ? { value: text.trim() }
        : { problem: "This is no address, such as https://example.com" }
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
    return { problem: "This is no JSON" }
  }
}

/** What of custom fields no definition speaks of: other members of an object, or all of what is no object. */
export const restOf = (value: unknown, fields: ReadonlyArray<FieldDefinition>): unknown => {
  const members = membersOf(value)
  if (members === undefined) return value ?? undefined
  const rest = Object.entries(members).filter(([name]) => !fields.some(({ key }) => key === name))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

/** Everything, once what is in no field of its own is another; null for nothing. */
export const wholeOf = (before: unknown, fields: ReadonlyArray<FieldDefinition>, rest: unknown): unknown => {
  const own = Object.entries(membersOf(before) ?? {}).filter(([name]) => fields.some(({ key }) => key === name))
  return own.length === 0 ? (rest ?? null) : { ...membersOf(rest), ...Object.fromEntries(own) }
}

/** A change of custom fields: one member (undefined for none), or what is in none of these fields. */
export type FieldsChange =
  | { readonly key: string; readonly value: unknown; readonly kind: InputKind }
  | { readonly fields: ReadonlyArray<FieldDefinition>; readonly rest: unknown }

/** Everything after a change of one member or of all; a merge patch would only ever add to an object within. */
export const wholeAfter = (before: unknown, change: FieldsChange): unknown => {
  if ("rest" in change) return wholeOf(before, change.fields, change.rest)
  const { [change.key]: _, ...others } = membersOf(before) ?? {}
  return change.value === undefined ? others : { ...others, [change.key]: change.value }
}

/** What is there of what a change is of. */
export const partOf = (value: unknown, change: FieldsChange): unknown =>
  "rest" in change ? restOf(value, change.fields) : membersOf(value)?.[change.key]

/** What takes a change back where these fields were there before, and nothing else with it. */
export const fieldsUndoOf = (before: unknown, change: FieldsChange): FieldsChange =>
  "rest" in change ? { ...change, rest: partOf(before, change) } : { ...change, value: partOf(before, change) }

/**
 * Custom fields of a form: what its inputs hold (`texts`, by key) and, beside it, JSON. Without any value there are none.
 * What is wrong is told by the key of the input; that of the JSON is the empty one.
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
      "problem" in one ? [[key, one.problem]] : required && one.value === undefined ? [[key, "This is required"]] : []
    ),
    ...("problem" in rest ? [["", rest.problem]] : []),
    ...(isLone && hasValues ? [["", "Beside the fields above this has to be an object"]] : [])
  ])
  if (Object.keys(problems).length > 0) return { problems }
  if (isLone) return rest
  return { value: hasValues || members !== undefined ? { ...members, ...values } : undefined }
}
