import { Equal, Record } from "effect"
import type { Json } from "./Json.ts"

/** Most bytes of JSON that a value may take in a diff; a larger one is left out. */
const maxDiffValue = 16 * 1024

/** The fields that differ between two states of a record, with the value before and after. */
export type FieldDiff<F extends string = string> = ReadonlyMap<F, { readonly from: Json; readonly to: Json }>

/** Compares the fields that `observed` reads, as JSON: `undefined` equals null, and the order of members does not matter. */
export const fieldDiff = <A, F extends string>(
  observed: { readonly [field in F]: (record: A) => unknown },
  before: A,
  after: A
): FieldDiff<F> => {
  const diff = new Map<F, { from: Json; to: Json }>()
  for (const field of Record.keys(observed)) {
    const [from, to] = [(observed[field](before) ?? null) as Json, (observed[field](after) ?? null) as Json]
    if (!Equal.equals(from, to)) diff.set(field, { from, to })
  }
  return diff
}

/** The diff as events show it, without the body and without values over 16 KiB. */
export const shownDiff = (diff: FieldDiff) =>
  Object.fromEntries([...diff].filter(([field, { from, to }]) => field !== "body" && isShort(from) && isShort(to)))

const encoder = new TextEncoder()
const isShort = (value: Json) => encoder.encode(JSON.stringify(value)).length <= maxDiffValue
