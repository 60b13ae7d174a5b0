import type { DateTime } from "effect"
import type { AccountId } from "./Ids.ts"

/** The owner of keys, brands and data. Its data is split into two tenants, live and test. */
export interface Account {
  readonly id: AccountId
  readonly name: string
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}
