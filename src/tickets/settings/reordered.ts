import { Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import { InvalidInput } from "../../domain/Problems.ts"

/** Maximum number of missing names that a refusal lists. */
const namedAtMost = 10

/** Records in a new order. */
export interface Reordered<A> {
  readonly order: ReadonlyArray<A>
  /** Those whose position has changed. */
  readonly moved: ReadonlyArray<A>
}

/**
 * The records in the order of `names`, which must contain each of them exactly once. `move` sets a record's new position,
 * counted from 0; a record that already has it stays the same object.
 */
export const reordered = <A extends { readonly sortOrder: number }>(
  all: ReadonlyArray<A>,
  nameOf: (record: A) => string,
  move: (record: A, sortOrder: number) => A,
  { field, names }: { readonly field: string; readonly names: ReadonlyArray<string> }
): Result.Result<Reordered<A>, InvalidInput> => {
  const left = new Map(all.map((record) => [nameOf(record), record]))
  const known = new Set(left.keys())
  const order: Array<A> = []
  const moved: Array<A> = []
  for (const [index, name] of names.entries()) {
    const record = left.get(name)
    if (record === undefined) {
      const place = `${field}[${index}]`
      return Result.fail(
        known.has(name)
          ? InvalidInput.of(place, "not_allowed", "appears twice")
          : InvalidInput.of(place, "unknown_id", "is not in this list")
      )
    }
    left.delete(name)
    const placed = record.sortOrder === index ? record : move(record, index)
    order.push(placed)
    if (placed !== record) moved.push(placed)
  }
  if (left.size === 0) return Result.succeed({ order, moved })
  const missing = [...left.keys()]
  const more = missing.length > namedAtMost ? ` and ${missing.length - namedAtMost} more` : ""
  return Result.fail(
    InvalidInput.of(
      field,
      "required",
      `must contain the whole list, each entry once; missing: ${missing.slice(0, namedAtMost).join(", ")}${more}`
    )
  )
}

/** The audit log entry with the old and the new order, by the names that people use; none if the order is the same. */
export const auditOfOrder = <A extends { readonly sortOrder: number }>(
  all: ReadonlyArray<A>,
  { order }: Reordered<A>,
  calledBy: (record: A) => string,
  entry: Omit<AuditEntry, "changes" | "entityType">
): ReadonlyArray<AuditEntry> => {
  const old = all.toSorted((one, other) => one.sortOrder - other.sortOrder).map(calledBy)
  const now = order.map(calledBy)
  if (now.every((name, place) => name === old[place])) return []
  return [{ ...entry, entityType: "brand", changes: { order: { old, new: now } } }]
}

/** The position after all others. */
export const lastPlace = (all: ReadonlyArray<{ readonly sortOrder: number }>): number =>
  all.reduce((last, { sortOrder }) => Math.max(last, sortOrder), -1) + 1
