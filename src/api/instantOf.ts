const moment = /^\d{4}-\d{2}-\d{2}([Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d{2}:\d{2}))?$/
/** The end of a month's last second (UTC), the only place for a leap second (RFC 3339, 5.7). */
const newMonth = /-01T00:00:00/
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z")
/** Length of a time up to its seconds. */
const minutesEnd = "2026-11-20T09:30:".length

/**
 * Milliseconds since 1970 of an RFC 3339 time or a date in the years 1970 to 9999; NaN for anything else. A leap second
 * counts as the second after it, as in POSIX time.
 */
export const instantOf = (value: string): number => {
  if (value.length > 40 || !moment.test(value)) return Number.NaN
  const isLeap = value.startsWith("60", minutesEnd)
  const counted = isLeap ? `${value.slice(0, minutesEnd)}59${value.slice(minutesEnd + 2)}` : value
  const time = Date.parse(counted.toUpperCase().replace(" ", "T")) + (isLeap ? 1_000 : 0)
  // Date.parse accepts the 31st of every month, and would turn a missing day into another one.
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10))
  if (!isReal || !(time >= 0 && time <= lastInstant)) return Number.NaN
  return isLeap && !newMonth.test(new Date(time).toISOString()) ? Number.NaN : time
}

/** The rule stated for an invalid time, in bodies and queries. */
export const instantRule =
  "must be an RFC 3339 time such as 2026-11-20T09:30:00Z, or a date such as 2026-11-20, in the years 1970 to 9999"
