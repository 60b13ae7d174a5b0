import type { DateTime } from "effect"
import { iso } from "../../domain/iso.ts"

export const isoOr = (at: DateTime.Utc | undefined): string | undefined => (at === undefined ? undefined : iso(at))

/** A member that is present only if true. */
export const onlyTrue = (flag: boolean): true | undefined => (flag ? true : undefined)
