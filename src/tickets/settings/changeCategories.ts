import { type DateTime, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { Category } from "../../domain/Category.ts"
import { cleared } from "../../domain/cleared.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, CategoryId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { type InvalidInput, LimitReached, NotFound } from "../../domain/Problems.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ListChange } from "./BrandList.ts"
import { auditOfOrder, lastPlace, reordered } from "./reordered.ts"

/** Maximum number of categories of a brand. */
export const maxCategories = 500
const standardColor = "#6366f1"

export interface CategoryCreate {
  readonly name: string
  readonly color?: string | undefined
  readonly description?: string | undefined
  readonly sortOrder?: number | undefined
}

/** Fields to change; `null` clears the description. */
export interface CategoryChange extends Omit<CategoryCreate, "name" | "description"> {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
}

/** A new category, placed last unless specified otherwise. */
export const createCategory = (
  all: ReadonlyArray<Category>,
  id: CategoryId,
  brandId: BrandId,
  input: CategoryCreate,
  now: DateTime.Utc
): Result.Result<ListChange<Category, Category>, LimitReached> => {
  if (all.length >= maxCategories)
    return Result.fail(new LimitReached({ limit: maxCategories, what: "categories in a brand" }))
  const category: Category = {
    id,
    brandId,
    name: input.name,
    color: input.color ?? standardColor,
    description: input.description,
    sortOrder: input.sortOrder ?? lastPlace(all),
    createdAt: now,
    updatedAt: now
  }
  return Result.succeed({ value: category, saved: [category], audit: [audit("category.created", category)] })
}

const observed = {
  name: ({ name }: Category) => name,
  color: ({ color }: Category) => color,
  description: ({ description }: Category) => description ?? null,
  sortOrder: ({ sortOrder }: Category) => sortOrder
}

export const changeCategory = (
  all: ReadonlyArray<Category>,
  id: CategoryId,
  change: CategoryChange,
  now: DateTime.Utc
): Result.Result<ListChange<Category, Category>, NotFound> =>
  Result.map(found(all, id), (before) => {
    const after: Category = {
      ...before,
      name: change.name ?? before.name,
      color: change.color ?? before.color,
      description: cleared(change.description, before.description),
      sortOrder: change.sortOrder ?? before.sortOrder,
      updatedAt: now
    }
    const diff = fieldDiff(observed, before, after)
    return diff.size === 0
      ? { value: before, saved: [], audit: [] }
      : { value: after, saved: [after], audit: [audit("category.updated", after, auditedDiff(diff))] }
  })

/** Removes a category. Its tickets then have none, without events. */
export const deleteCategory = (
  all: ReadonlyArray<Category>,
  id: CategoryId
): Result.Result<ListChange<Category, void>, NotFound> =>
  Result.map(found(all, id), (category) => ({
    value: undefined,
    saved: [],
    removed: category,
    audit: [audit("category.deleted", category)]
  }))

export const reorderCategories = (
  all: ReadonlyArray<Category>,
  brandId: BrandId,
  ids: ReadonlyArray<string>,
  now: DateTime.Utc
): Result.Result<ListChange<Category, ReadonlyArray<Category>>, InvalidInput> =>
  Result.map(
    reordered(
      all,
      ({ id }) => id,
      (category, sortOrder) => ({ ...category, sortOrder, updatedAt: now }),
      { field: "categoryIds", names: ids }
    ),
    (done) => ({
      value: done.order,
      saved: done.moved,
      audit: auditOfOrder(all, done, ({ name }) => name, { event: "category.reordered", entityId: brandId })
    })
  )

const found = (all: ReadonlyArray<Category>, id: CategoryId): Result.Result<Category, NotFound> => {
  const category = all.find((one) => one.id === id)
  return category === undefined ? Result.fail(new NotFound({ entity: "category" })) : Result.succeed(category)
}

const audit = (event: AuditedEvent, { id, name }: Category, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "category",
  entityId: id,
  changes,
  metadata: { name }
})
