import { DateTime } from "effect"
import type { FieldError } from "../domain/Problems.ts"

/** What is wrong with the moment of something that is imported; nothing where it is not. */
export const refuseImport = (importedAt: DateTime.Utc | undefined, now: DateTime.Utc): FieldError | undefined =>
  importedAt !== undefined && DateTime.isGreaterThan(importedAt, now)
    ? { field: "imported.createdAt", code: "range", message: "must be in the past" }
    : undefined
