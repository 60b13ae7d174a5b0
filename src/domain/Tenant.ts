import type { AccountId } from "./Ids.ts"

/** Real data or isolated test data. */
export type Mode = "live" | "test"

/**
 * One account in one mode: the wall between people's data. Every store method takes a tenant first, every row carries
 * its `id`, and row-level security compares with it.
 */
export interface Tenant {
  /** The tenant's own UUID; never shown. */
  readonly id: string
  readonly accountId: AccountId
  readonly mode: Mode
}
