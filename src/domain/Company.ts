import type { DateTime } from "effect"
import type { BrandId, CompanyId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

/** A company that customers work for. New customers whose mail domain is `domain` are linked to it. */
export interface Company {
  readonly id: CompanyId
  readonly brandId: BrandId
  readonly name: string
  readonly domain?: string | undefined
  readonly externalId?: string | undefined
  readonly metadata?: JsonObject | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}
