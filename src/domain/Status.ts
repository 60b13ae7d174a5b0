import type { DateTime } from "effect"
import type { BrandId, StatusId } from "./Ids.ts"

export const statusCategories = ["open", "pending", "resolved", "closed"] as const

/** open: the team must act; pending: the customer or a third party must; resolved: done, may come back; closed: done. */
export type StatusCategory = (typeof statusCategories)[number]

/** The categories that a brand may add statuses to. `closed` has only the system status. */
export const customStatusCategories = ["open", "pending", "resolved"] as const satisfies ReadonlyArray<StatusCategory>

/** A status of one brand. Its key never changes. */
export interface Status {
  readonly id: StatusId
  readonly key: string
  readonly category: StatusCategory
  readonly name: string
  readonly isDefault: boolean
  readonly isActive: boolean
}

/** A status as its own resource shows it. */
export interface StatusRecord extends Status {
  readonly brandId: BrandId
  readonly customerName: string
  readonly color: string
  readonly description?: string | undefined
  readonly isSystem: boolean
  readonly sortOrder: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** The four statuses that every new brand has. */
export const systemStatuses = [
  { key: "open", category: "open", name: "Open", color: "#3b82f6", isDefault: true, sortOrder: 0 },
  { key: "pending", category: "pending", name: "Pending", color: "#f59e0b", isDefault: false, sortOrder: 1 },
  { key: "resolved", category: "resolved", name: "Resolved", color: "#22c55e", isDefault: false, sortOrder: 2 },
  { key: "closed", category: "closed", name: "Closed", color: "#6b7280", isDefault: false, sortOrder: 3 }
] as const
