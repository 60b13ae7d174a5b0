import { DateTime } from "effect"
import { type Id, idOf, type Kind, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"

/** A timestamp column: the driver returns a `Date`, `to_json` a string. */
export type Moment = Date | string

export const moment = (value: Moment): DateTime.Utc => DateTime.makeUnsafe(value)

export const momentOr = (value: Moment | null): DateTime.Utc | undefined =>
  value === null ? undefined : DateTime.makeUnsafe(value)

export const idOr = <K extends Kind>(kind: K, value: string | null): Id<K> | undefined =>
  value === null ? undefined : idOf(kind, value)

export const uuidOr = (id: Id | undefined): string | null => (id === undefined ? null : uuidOf(id))

export const isoOr = (at: DateTime.Utc | undefined): string | null => (at === undefined ? null : iso(at))
