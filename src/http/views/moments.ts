import { DateTime } from "effect"

/** A time on the wire: ISO 8601, UTC, milliseconds. */
export const iso = (at: DateTime.Utc): string => DateTime.formatIso(at)

export const isoOr = (at: DateTime.Utc | undefined): string | undefined =>
  at === undefined ? undefined : DateTime.formatIso(at)

/** A member that is there only when true. */
export const onlyTrue = (flag: boolean): true | undefined => (flag ? true : undefined)
