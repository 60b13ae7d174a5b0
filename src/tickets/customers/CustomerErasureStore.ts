import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** What erasing a customer takes from their tickets. */
export interface CustomerContents {
  /** Tickets that stay, without what the customer wrote; those in the trash too. */
  readonly ticketCount: number
  /** Comments of the customer on them. */
  readonly commentCount: number
  /** Files that came with their tickets and comments. */
  readonly attachmentCount: number
}

/** What is asked and done about customers who are erased, beside their own record. */
export class CustomerErasureStore extends Context.Service<
  CustomerErasureStore,
  {
    /** What erasing a customer would take; none when there is no such customer. Costs a walk over their tickets. */
    contents(scope: BrandScope, id: CustomerId): Effect.Effect<Option.Option<CustomerContents>, DatabaseUnavailable>

    /**
     * Removes a piece of what customers who were erased have left, of all tenants: what they wrote and sent on their
     * tickets, and in the end by what channels and the portal know them. A transaction of bounded size, done by one node at
     * a time, and a note of how far it came; how much it did, and 0 when nothing is left or another node is at it.
     */
    readonly forget: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerErasureStore") {}
