import { isJsonObject, type Json } from "../domain/Json.ts"

/** JSON merge patch (RFC 7396): members of `patch` replace those of `target`, `null` removes a member, objects are merged. */
export const mergePatch = (target: Json, patch: Json): Json => {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [member, value] of Object.entries(patch)) {
    if (value === null) merged.delete(member)
    else merged.set(member, mergePatch(merged.get(member) ?? null, value))
  }
  return Object.fromEntries(merged)
}
