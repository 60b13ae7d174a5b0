import { type DateTime, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
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

/** Maximum number of statuses of a brand, including inactive ones, which tickets keep. */
export const maxStatuses = 50

/**
 * Maximum number of tickets that move to another category with their status. This takes about a second, during which the
 * brand can open no new tickets; these wait for up to two seconds.
 */
export const maxMoved = 20_000

interface StatusFields {
  readonly name: string
  readonly category: StatusCategory
  /** The label in the portal; defaults to the name. */
  readonly customerName?: string | undefined
  readonly color?: string | undefined
  readonly description?: string | undefined
  readonly sortOrder?: number | undefined
  readonly isDefault?: boolean | undefined
}

export interface StatusCreate extends StatusFields {
  /** Derived from the name by default. */
  readonly key?: string | undefined
}

/** Fields to change; `null` clears the description. */
export interface StatusChange extends Omit<StatusFields, "name" | "category" | "description"> {
  readonly name?: string | undefined
  readonly category?: StatusCategory | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

export type StatusRefusal = NotFound | InvalidInput | InvalidState | SystemRecord

/** A new status, placed last unless specified otherwise. */
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
      // The brand always has one default, so the previous one is changed first.
      saved: [...replaced, status],
      audit: [audit("status.created", status), ...replaced.map((former) => changed(former, all))]
    }
  })

export const changeStatus = (
  all: ReadonlyArray<StatusRecord>,
  id: StatusId,
  change: StatusChange,
  /** The number of tickets in the status, up to a limit; counted if the category is to change. */
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
      // A status without a separate label for customers keeps using its name.
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

/** Sorts the statuses. Inactive ones may be omitted, and then come last, in their current order. */
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

/** The colour of the category's system status. */
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

/** The conditions for a status to become the default. */
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

/** What the current default must not become: new tickets start in it, and customers' replies return to it. */
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

/** The audit log entry for a status of the list that has changed. */
const changed = (after: StatusRecord, all: ReadonlyArray<StatusRecord>): AuditEntry => {
  const before = all.find(({ id }) => id === after.id) ?? after
  return audit("status.updated", after, auditedDiff(fieldDiff(observed, before, after)))
}

const audit = (event: AuditedEvent, { id, key, name }: StatusRecord, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "status",
  entityId: id,
  changes,
  metadata: { key, name }
})
