import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** What erasing a customer removes from their tickets. */
export interface CustomerContents {
  /** Tickets that stay, without what the customer wrote; includes those in the trash. */
  readonly ticketCount: number
  /** The customer's comments on them. */
  readonly commentCount: number
  /** Files that came with their tickets and comments. */
  readonly attachmentCount: number
}

/** Queries and changes for erased customers, apart from their own record. */
export class CustomerErasureStore extends Context.Service<
  CustomerErasureStore,
  {
    /** What erasing a customer would remove; `none` if there is no such customer. Reads all of their tickets. */
    contents(scope: BrandScope, id: CustomerId): Effect.Effect<Option.Option<CustomerContents>, DatabaseUnavailable>

    /**
     * Removes one batch of what erased customers have left, across all tenants: what they wrote and sent on their tickets
     * and, in the end, their identities in channels and the portal. One transaction of bounded size, done by one node at
     * a time, which also stores the progress. Returns how much it did, and 0 when nothing is left or another node is
     * doing it.
     */
    readonly forget: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerErasureStore") {}
