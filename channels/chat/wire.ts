import { isJsonObject, type Json, type JsonObject } from "../../src/domain/Json.ts"

/** How deep what Slack sends may be nested; its own payloads stay far below. */
const maxDepth = 64
/** Characters of what Slack names something by, which has two dozen at most. */
export const longestName = 100

// Looking into what Slack sends, where most of it is of no interest. What is not of the kind asked for reads as empty.

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

export const objectsOf = (value: Json | undefined): ReadonlyArray<JsonObject> =>
  isArray(value) ? value.map(objectOf) : []

export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

/** By what Slack names something. What is longer names nothing that is there, and PostgreSQL could not index it. */
export const nameIn = (value: Json | undefined): string | undefined => {
  const name = textOf(value)
  return name === undefined || name.length > longestName ? undefined : name
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll("\u0000", "\uFFFD").toWellFormed()

/** What was parsed, with strings that PostgreSQL can keep. Throws where it is nested too deep. */
export const storableJson = (value: Json, depth = 0): Json => {
  if (depth > maxDepth) throw new RangeError("nested too deep")
  if (typeof value === "string") return storable(value)
  if (typeof value !== "object" || value === null) return value ?? null
  return isArray(value)
    ? value.map((item) => storableJson(item, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), storableJson(item, depth + 1)]))
}

/** The messages of an answer of the Web API: JSON as it came off the wire, which their type does not say. */
export const messagesIn = ({ messages = [] }: { readonly messages?: ReadonlyArray<object> }) =>
  objectsOf(storableJson(messages as ReadonlyArray<JsonObject>))

/** `Array.isArray` takes nothing away from a read-only array in a union. */
const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)
