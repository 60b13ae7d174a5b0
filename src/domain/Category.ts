import type { DateTime } from "effect"
import type { BrandId, CategoryId } from "./Ids.ts"

/** What a ticket is about. Each brand has its own list. */
export interface Category {
  readonly id: CategoryId
  readonly brandId: BrandId
  readonly name: string
  readonly color: string
  readonly description?: string | undefined
  readonly sortOrder: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}
