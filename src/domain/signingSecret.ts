import { Redacted, type Result } from "effect"
import { type FieldError, InvalidInput } from "./Problems.ts"

/** Characters of a secret that somebody chose. */
const length = { least: 8, most: 256 }
/** Hours for which a previous secret is good beside the new one. */
const overlap = { byDefault: 24, most: 168 }

/** A new secret; the previous one is good beside it for `overlapHours` (0 to 168, 24 when absent). */
export interface SecretRotation {
  readonly secret?: Redacted.Redacted | undefined
  readonly overlapHours?: number | undefined
}

/** What is wrong with a secret that somebody chose: characters are counted as people do. */
export const secretFaults = (secret: Redacted.Redacted | undefined): ReadonlyArray<FieldError> => {
  if (secret === undefined) return []
  const characters = [...Redacted.value(secret)].length
  return characters >= length.least && characters <= length.most
    ? []
    : [{ field: "secret", code: "length", message: `must be ${length.least} to ${length.most} characters long` }]
}

/** The hours of overlap. */
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
