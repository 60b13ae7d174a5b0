import { createHash } from "node:crypto"
import { type FieldDiff, shownDiff } from "../domain/FieldDiff.ts"
import type { Json, JsonObject } from "../domain/Json.ts"

/**
 * A diff as the audit log keeps it: by field, `{old, new}`. What people wrote is in no log, and neither is a value over
 * 16 KiB: of these stands there the SHA-256 of its JSON, by which two states can be told to be the same, or not.
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
