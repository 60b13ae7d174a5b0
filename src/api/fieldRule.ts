import type { FieldError } from "../domain/Problems.ts"

/** What a caller is told when a rule is broken; travels with the rule as an annotation of its schema. */
export type FieldRule = Omit<FieldError, "field">

const annotation = "trunkline/api/fieldRule"

/** Annotations that state a rule: for the caller who breaks it, and (as its description) for who reads the reference. */
export const stating = (code: FieldRule["code"], message: string) => ({ [annotation]: { code, message } })

/** The rule that annotations state. */
export const fieldRule = (annotations: object | undefined): FieldRule | undefined =>
  annotations !== undefined && annotation in annotations
    ? // Only `stating` writes under this name.
      (annotations[annotation] as FieldRule)
    : undefined
