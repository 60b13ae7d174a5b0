import { Context, type Effect } from "effect"
import type { Customer } from "../domain/Customer.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { CustomerId, TicketId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"

/** What making two customers one must see, and what of it no command of `TicketStore` moves. */
export class CustomerMergeStore extends Context.Service<
  CustomerMergeStore,
  {
    /** Those of these customers whom the brand has or had, deleted ones too. */
    customers(
      scope: BrandScope,
      ids: ReadonlyArray<CustomerId>
    ): Effect.Effect<ReadonlyArray<Customer>, DatabaseUnavailable>

    /** Tickets of a customer that can be changed, in the order of their ids; those after one where it is given. */
    ticketsOf(
      scope: BrandScope,
      customer: CustomerId,
      limit: number,
      after: TicketId | undefined
    ): Effect.Effect<ReadonlyArray<TicketId>, DatabaseUnavailable>

    /** Gives what else is a customer's to another: tickets that cannot be changed, and who they are at connections. */
    giveRest(scope: BrandScope, from: CustomerId, to: CustomerId): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerMergeStore") {}
