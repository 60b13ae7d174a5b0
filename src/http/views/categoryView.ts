import type { Category } from "../../domain/Category.ts"
import { iso } from "../../domain/iso.ts"

/** A category on the wire. */
export const categoryView = (category: Category) => ({
  id: category.id,
  brandId: category.brandId,
  name: category.name,
  color: category.color,
  description: category.description,
  sortOrder: category.sortOrder,
  createdAt: iso(category.createdAt),
  updatedAt: iso(category.updatedAt)
})
