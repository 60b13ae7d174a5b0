import type { FieldError } from "../domain/Problems.ts"

/** The error for a caller who breaks a rule. Attached to the rule's schema as an annotation. */
export type FieldRule = Omit<FieldError, "field">

const annotation = "trunkline/api/fieldRule"

/** Annotations that state a rule, for callers who break it and as its description in the reference. */
export const stating = (code: FieldRule["code"], message: string) => ({ [annotation]: { code, message } })

/** The rule stated by annotations. */
export const fieldRule = (annotations: object | undefined): FieldRule | undefined =>
  annotations !== undefined && annotation in annotations
    ? // Only `stating` writes this annotation.
      (annotations[annotation] as FieldRule)
    : undefined
