import { Redacted, type Result } from "effect"
import { type FieldError, InvalidInput } from "./Problems.ts"

/** Characters of a secret that the caller chose. */
const length = { least: 8, most: 256 }
/** Hours for which the previous secret stays valid besides the new one. */
const overlap = { byDefault: 24, most: 168 }

/** A new secret. The previous one stays valid for `overlapHours` (0 to 168, 24 if absent). */
export interface SecretRotation {
  readonly secret?: Redacted.Redacted | undefined
  readonly overlapHours?: number | undefined
}

/** The faults of a secret that the caller chose. Its length is counted in code points. */
export const secretFaults = (secret: Redacted.Redacted | undefined): ReadonlyArray<FieldError> => {
  if (secret === undefined) return []
  const characters = [...Redacted.value(secret)].length
  return characters >= length.least && characters <= length.most
    ? []
    : [{ field: "secret", code: "length", message: `must be ${length.least} to ${length.most} characters long` }]
}

/** The hours of overlap of a valid rotation. */
export const checkRotation = ({
  overlapHours = overlap.byDefault,
  secret
}: SecretRotation): Result.Result<number, InvalidInput> => {
  const isWhole = Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= overlap.most
  const message = `must be a whole number from 0 to ${overlap.most}`
  return InvalidInput.judge(overlapHours, [
    ...(isWhole ? [] : [{ field: "overlapHours", code: "range", message } as const]),
    ...secretFaults(secret)
  ])
}
