import { DateTime } from "effect"
import type { FieldError } from "../domain/Problems.ts"

/** The error in the date of an imported record. Returns `undefined` if there is none, or the record is not imported. */
export const refuseImport = (importedAt: DateTime.Utc | undefined, now: DateTime.Utc): FieldError | undefined =>
  importedAt !== undefined && DateTime.isGreaterThan(importedAt, now)
    ? { field: "imported.createdAt", code: "range", message: "must be in the past" }
    : undefined
