import { isJsonObject, type Json, type JsonObject } from "../../src/domain/Json.ts"

/** Nesting depth allowed in Slack's payloads; its own stay far below. */
const maxDepth = 64
/** Characters of one of Slack's ids, which have two dozen at most. */
export const longestName = 100

// Accessors for Slack's payloads, most of which are irrelevant here. A value of another type reads as empty.

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

export const objectsOf = (value: Json | undefined): ReadonlyArray<JsonObject> =>
  isArray(value) ? value.map(objectOf) : []

export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

/** One of Slack's ids. A longer string identifies nothing, and PostgreSQL could not index it. */
export const nameIn = (value: Json | undefined): string | undefined => {
  const name = textOf(value)
  return name === undefined || name.length > longestName ? undefined : name
}

/** The text without NUL and unpaired surrogates, which PostgreSQL cannot store. */
export const storable = (text: string): string => text.replaceAll("\u0000", "\uFFFD").toWellFormed()

/** The parsed value with strings that PostgreSQL can store. Throws if it is nested too deeply. */
export const storableJson = (value: Json, depth = 0): Json => {
  if (depth > maxDepth) throw new RangeError("nested too deep")
  if (typeof value === "string") return storable(value)
  if (typeof value !== "object" || value === null) return value ?? null
  return isArray(value)
    ? value.map((item) => storableJson(item, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), storableJson(item, depth + 1)]))
}

/** The messages in a Web API response, as JSON; their type does not say that they are. */
export const messagesIn = ({ messages = [] }: { readonly messages?: ReadonlyArray<object> }) =>
  objectsOf(storableJson(messages as ReadonlyArray<JsonObject>))

/** `Array.isArray` alone does not narrow a read-only array in a union. */
const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)
