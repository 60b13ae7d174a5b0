import type { Json, JsonObject } from "../../src/domain/Json.ts"

// Looking into what Slack sends, where most of it is of no interest. What is not of the kind asked for reads as empty.

export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !isArray(value) ? value : {}

export const objectsOf = (value: Json | undefined): ReadonlyArray<JsonObject> =>
  isArray(value) ? value.map(objectOf) : []

export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

/** The messages of an answer of the Web API: JSON as it came off the wire, which their type does not say. */
export const messagesIn = ({ messages = [] }: { readonly messages?: ReadonlyArray<object> }) =>
  messages as ReadonlyArray<JsonObject>

/** `Array.isArray` takes nothing away from a read-only array in a union. */
const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)
