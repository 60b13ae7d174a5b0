import { createHash } from "node:crypto"
import { type FieldDiff, shownDiff } from "../domain/FieldDiff.ts"
import type { Json, JsonObject } from "../domain/Json.ts"

/**
 * A diff as the audit log stores it: `{old, new}` by field. Bodies and values over 16 KiB are replaced by the SHA-256 of
 * their JSON, which shows whether two states are the same.
 */
export const auditedDiff = (diff: FieldDiff): JsonObject => {
  const shown = shownDiff(diff)
  return Object.fromEntries(
    [...diff].map(([field, { from, to }]) => [
      field,
      Object.hasOwn(shown, field) ? { old: from, new: to } : { old: digest(from), new: digest(to) }
    ])
  )
}

const digest = (value: Json) =>
  value === null ? null : `sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`
