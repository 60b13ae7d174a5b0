import type { DateTime } from "effect"

/** The moment worded last: most of what a transaction writes and answers has the same. */
let last = { milliseconds: Number.NaN, text: "" }

/** A moment as text: ISO 8601, UTC, milliseconds. */
export const iso = ({ epochMilliseconds: milliseconds }: DateTime.Utc): string => {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() }
  return last.text
}
