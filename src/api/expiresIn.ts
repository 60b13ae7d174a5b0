import { Duration, Option, Schema } from "effect"
import { stating } from "./fieldRule.ts"

const minSeconds = 60
const maxSeconds = 30 * 86_400
const unitSeconds: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 }

/** Seconds of a lifetime (`3600`, `"3600"`, `"90m"`, `"24h"`, `"7d"`), if it is between 60 seconds and 30 days. */
export const lifetimeSeconds = (value: string | number): Option.Option<number> => {
  const [, digits, unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(typeof value === "string" ? value.trim() : `${value}`) ?? []
  const seconds = Number(digits) * (unitSeconds[unit] ?? Number.NaN)
  return seconds >= minSeconds && seconds <= maxSeconds ? Option.some(seconds) : Option.none()
}

/** The lifetime in a request, if it has one. */
export const lifetimeOf = (value: string | number | undefined): Duration.Duration | undefined =>
  value === undefined ? undefined : Option.getOrUndefined(Option.map(lifetimeSeconds(value), Duration.seconds))

/** How long something is valid. */
export const ExpiresIn = Schema.Union([Schema.String, Schema.Finite])
  .annotate({
    description:
      "From 60 seconds to 30 days: `<n>s`, `<n>m`, `<n>h`, `<n>d`, or a number of seconds. Defaults to 1 hour.",
    examples: ["24h"]
  })
  .check(
    Schema.makeFilter<string | number>(
      (value) => Option.isSome(lifetimeSeconds(value)),
      stating(
        "range",
        "must be a time from 60 seconds to 30 days, such as 24h, 90m, 7d, 3600s, or a whole number of seconds"
      )
    )
  )
