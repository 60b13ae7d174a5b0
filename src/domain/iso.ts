import type { DateTime } from "effect"

/** The last result, cached because a transaction formats the same time again and again. */
let last = { milliseconds: Number.NaN, text: "" }

/** A point in time as ISO 8601 text, in UTC, with milliseconds. */
export const iso = ({ epochMilliseconds: milliseconds }: DateTime.Utc): string => {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() }
  return last.text
}
