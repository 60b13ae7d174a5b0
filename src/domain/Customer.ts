import type { DateTime } from "effect"
import type { BrandId, CompanyId, CustomerId } from "./Ids.ts"
import type { Json, JsonObject } from "./Json.ts"

/** Most bytes, as JSON, of a customer's `metadata`, and of the `identities` that merging adds up. */
export const customerLimits = { metadata: 16 * 1024, identities: 16 * 1024 }

/** A person who writes to one brand. The email address is unique among the brand's customers. */
export interface Customer {
  readonly id: CustomerId
  readonly brandId: BrandId
  /** Lower case. Someone known only by phone or chat has a placeholder under `.invalid`, which is never mailed. */
  readonly email: string
  readonly emailIsPlaceholder: boolean
  readonly name?: string | undefined
  readonly avatarUrl?: string | undefined
  readonly phone?: string | undefined
  readonly companyId?: CompanyId | undefined
  readonly externalId?: string | undefined
  readonly identities?: ReadonlyArray<Json> | undefined
  readonly metadata?: JsonObject | undefined
  readonly notifyEmail: boolean
  readonly isBlocked: boolean
  readonly emailBouncedAt?: DateTime.Utc | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  readonly deletedAt?: DateTime.Utc | undefined
  /** The customer that this one was merged into, who now has everything that was theirs. */
  readonly mergedIntoId?: CustomerId | undefined
  /** When everything about them was permanently removed. */
  readonly erasedAt?: DateTime.Utc | undefined
}
