import type { Json, JsonObject } from "../domain/Json.ts"

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** JSON merge patch (RFC 7396): members of `patch` replace those of `target`, `null` removes one, objects merge. */
export const mergePatch = (target: Json, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [member, value] of Object.entries(patch)) {
    if (value === null) merged.delete(member)
    else merged.set(member, mergePatch(merged.get(member) ?? null, value))
  }
  return Object.fromEntries(merged)
}
