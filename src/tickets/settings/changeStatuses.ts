import { type DateTime, Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import { cleared } from "../../domain/cleared.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, StatusId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { InvalidInput, InvalidState, LimitReached, NotFound, SystemRecord } from "../../domain/Problems.ts"
import { customStatusCategories, type StatusCategory, type StatusRecord, systemStatuses } from "../../domain/Status.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ListChange } from "./BrandList.ts"
import { auditOfOrder, lastPlace, reordered } from "./reordered.ts"
import { statusKey } from "./statusKey.ts"

/** Statuses of a brand, those that are no longer active among them: tickets keep them. */
export const maxStatuses = 50

/**
 * Tickets that move to another category with their status at most. It takes a second or so, for which the brand takes
 * in no new tickets: others wait two seconds for it.
 */
export const maxMoved = 20_000

interface StatusFields {
  readonly name: string
  readonly category: StatusCategory
  /** What the portal says; the name unless given. */
  readonly customerName?: string | undefined
  readonly color?: string | undefined
  readonly description?: string | undefined
  readonly sortOrder?: number | undefined
  readonly isDefault?: boolean | undefined
}

export interface StatusCreate extends StatusFields {
  /** Made from the name unless given. */
  readonly key?: string | undefined
}

/** Members to change; null clears the description. */
export interface StatusChange extends Omit<StatusFields, "name" | "category" | "description"> {
  readonly name?: string | undefined
  readonly category?: StatusCategory | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

export type StatusRefusal = NotFound | InvalidInput | InvalidState | SystemRecord

/** A new status, behind all others unless it says where. */
export const createStatus = (
  all: ReadonlyArray<StatusRecord>,
  id: StatusId,
  brandId: BrandId,
  input: StatusCreate,
  now: DateTime.Utc
): Result.Result<ListChange<StatusRecord, StatusRecord>, InvalidInput | InvalidState | LimitReached> =>
  Result.gen(function* () {
    if (all.length >= maxStatuses)
      return yield* Result.fail(
        new LimitReached({ limit: maxStatuses, what: "statuses in a brand, including inactive ones" })
      )
    const status: StatusRecord = {
      id,
      brandId,
      key: yield* statusKey(input.key, input.name),
      category: input.category,
      name: input.name,
      customerName: input.customerName ?? input.name,
      color: input.color ?? colorOf(input.category),
      description: input.description,
      isSystem: false,
      isDefault: input.isDefault ?? false,
      isActive: true,
      sortOrder: input.sortOrder ?? lastPlace(all),
      createdAt: now,
      updatedAt: now
    }
    yield* checkCategory(status)
    yield* checkDefault(status)
    const replaced = status.isDefault ? withoutDefault(all, now) : []
    return {
      value: status,
      // The brand has one default at every moment: the former one steps back first.
      saved: [...replaced, status],
      audit: [audit("status.created", status), ...replaced.map((former) => changed(former, all))]
    }
  })

export const changeStatus = (
  all: ReadonlyArray<StatusRecord>,
  id: StatusId,
  change: StatusChange,
  /** Tickets in the status, as far as they are counted; asked for when the category is to change. */
  tickets: number,
  now: DateTime.Utc
): Result.Result<ListChange<StatusRecord, StatusRecord>, StatusRefusal> =>
  Result.gen(function* () {
    const before = all.find((status) => status.id === id)
    if (before === undefined) return yield* Result.fail(new NotFound({ entity: "status" }))
    const name = change.name ?? before.name
    const after: StatusRecord = {
      ...before,
      name,
      // One that was never given a name of its own for customers goes on without.
      customerName: change.customerName ?? (before.customerName === before.name ? name : before.customerName),
      category: change.category ?? before.category,
      color: change.color ?? before.color,
      description: cleared(change.description, before.description),
      isDefault: change.isDefault ?? before.isDefault,
      isActive: change.isActive ?? before.isActive,
      sortOrder: change.sortOrder ?? before.sortOrder,
      updatedAt: now
    }
    if (fieldDiff(observed, before, after).size === 0) return { value: before, saved: [], audit: [] }
    if (before.isSystem && (after.category !== before.category || !after.isActive))
      return yield* Result.fail(new SystemRecord())
    if (after.category !== before.category) {
      yield* checkCategory(after)
      yield* checkMoved(tickets)
    }
    if (before.isDefault) yield* checkStaysDefault(after)
    else yield* checkDefault(after)
    const replaced = after.isDefault && !before.isDefault ? withoutDefault(all, now) : []
    return {
      value: after,
      saved: [...replaced, after],
      audit: [after, ...replaced].map((status) => changed(status, all))
    }
  })

/** Inactive statuses need not be named: those that are not come last, in the order that they have. */
export const reorderStatuses = (
  all: ReadonlyArray<StatusRecord>,
  brandId: BrandId,
  ids: ReadonlyArray<string>,
  now: DateTime.Utc
): Result.Result<ListChange<StatusRecord, ReadonlyArray<StatusRecord>>, InvalidInput> => {
  const unnamed = all.filter(({ id, isActive }) => !isActive && !ids.includes(id))
  return Result.map(
    reordered(
      all,
      ({ id }) => id,
      (status, sortOrder) => ({ ...status, sortOrder, updatedAt: now }),
      { field: "statusIds", names: [...ids, ...unnamed.map(({ id }) => id)] }
    ),
    (done) => ({
      value: done.order.slice(0, ids.length),
      saved: done.moved,
      audit: auditOfOrder(all, done, ({ key }) => key, { event: "status.reordered", entityId: brandId })
    })
  )
}

/** The colour that the system status of the category has from the start. */
const colorOf = (category: StatusCategory) =>
  systemStatuses.find((status) => status.category === category)?.color ?? systemStatuses[0].color

const checkCategory = ({ category, isSystem }: StatusRecord): Result.Result<void, InvalidInput> =>
  isSystem || customStatusCategories.some((custom) => custom === category)
    ? Result.void
    : Result.fail(InvalidInput.of("category", "enum", `must be one of ${customStatusCategories.join(", ")}`))

const checkMoved = (tickets: number): Result.Result<void, InvalidState> =>
  tickets <= maxMoved
    ? Result.void
    : Result.fail(
        new InvalidState({
          state: "in_use",
          reason: `More than ${maxMoved} tickets have this status. Add another status and move tickets to it first.`
        })
      )

/** What a status that is to become the default must be. */
const checkDefault = ({
  category,
  isActive,
  isDefault
}: StatusRecord): Result.Result<void, InvalidInput | InvalidState> =>
  !isDefault
    ? Result.void
    : category !== "open"
      ? Result.fail(InvalidInput.of("isDefault", "not_allowed", "can be true only in the category open"))
      : isActive
        ? Result.void
        : Result.fail(new InvalidState({ state: "inactive", reason: "An inactive status cannot be the default." }))

/** What the present default cannot do: tickets start in it, and customers' replies lead back to it. */
const checkStaysDefault = (after: StatusRecord): Result.Result<void, InvalidState> =>
  after.isDefault && after.isActive && after.category === "open"
    ? Result.void
    : Result.fail(
        new InvalidState({
          state: "default",
          reason: "This is the brand's default status. Make another one the default first."
        })
      )

const withoutDefault = (all: ReadonlyArray<StatusRecord>, now: DateTime.Utc): ReadonlyArray<StatusRecord> =>
  all.filter(({ isDefault }) => isDefault).map((status) => ({ ...status, isDefault: false, updatedAt: now }))

const observed = {
  name: ({ name }: StatusRecord) => name,
  customerName: ({ customerName }: StatusRecord) => customerName,
  category: ({ category }: StatusRecord) => category,
  color: ({ color }: StatusRecord) => color,
  description: ({ description }: StatusRecord) => description ?? null,
  isDefault: ({ isDefault }: StatusRecord) => isDefault,
  isActive: ({ isActive }: StatusRecord) => isActive,
  sortOrder: ({ sortOrder }: StatusRecord) => sortOrder
}

/** The line of the audit log for a status of the list that is another one now. */
const changed = (after: StatusRecord, all: ReadonlyArray<StatusRecord>): AuditEntry => {
  const before = all.find(({ id }) => id === after.id) ?? after
  return audit("status.updated", after, auditedDiff(fieldDiff(observed, before, after)))
}

const audit = (event: string, { id, key, name }: StatusRecord, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "status",
  entityId: id,
  changes,
  metadata: { key, name }
})
