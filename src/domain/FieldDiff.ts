import { Equal, Record } from "effect"
import type { Json } from "./Json.ts"

/** Bytes of JSON that a value may take in a diff; a larger one is left out. */
const maxDiffValue = 16 * 1024

/** What differs between two states of a record, by field: the value before and the value after. */
export type FieldDiff<F extends string = string> = ReadonlyMap<F, { readonly from: Json; readonly to: Json }>

/** Compares the fields that `observed` reads, as JSON: undefined is null, and the order of an object's members does not count. */
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

/** The diff as events show it: the body is never in it, and neither is a value over 16 KiB. */
export const shownDiff = (diff: FieldDiff) =>
  Object.fromEntries([...diff].filter(([field, { from, to }]) => field !== "body" && isShort(from) && isShort(to)))

const encoder = new TextEncoder()
const isShort = (value: Json) => encoder.encode(JSON.stringify(value)).length <= maxDiffValue
