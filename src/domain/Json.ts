/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [member: string]: Json }

export type JsonObject = { readonly [member: string]: Json }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
