import type { AccountId } from "./Ids.ts"

/** Real data or isolated test data. */
export type Mode = "live" | "test"

/**
 * One account in one mode: the boundary between the data of different accounts. Every store method takes a tenant first,
 * every row carries its `id`, and row-level security checks it.
 */
export interface Tenant {
  /** The tenant's own UUID, which is never shown. */
  readonly id: string
  readonly accountId: AccountId
  readonly mode: Mode
}
