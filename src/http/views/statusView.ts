import { iso } from "../../domain/iso.ts"
import type { StatusRecord } from "../../domain/Status.ts"

/** A status on the wire. */
export const statusView = (status: StatusRecord) => ({
  id: status.id,
  brandId: status.brandId,
  key: status.key,
  category: status.category,
  name: status.name,
  customerName: status.customerName,
  color: status.color,
  description: status.description,
  isSystem: status.isSystem,
  isDefault: status.isDefault,
  isActive: status.isActive,
  sortOrder: status.sortOrder,
  createdAt: iso(status.createdAt),
  updatedAt: iso(status.updatedAt)
})
