import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId, TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/**
 * Tickets of customers who were merged. A customer's family consists of the customer at the end of a chain of merges, to
 * whom all tickets of the family are to belong, and all who were merged into that one.
 */
export class CustomerMergeStore extends Context.Service<
  CustomerMergeStore,
  {
    /**
     * Tickets that can be changed and are to be moved to the end of a customer's family, by ascending id, starting after
     * `after` if given. None if the end of the family is deleted.
     */
    strays(
      scope: BrandScope,
      customer: CustomerId,
      limit: number,
      after: TicketId | undefined
    ): Effect.Effect<ReadonlyArray<TicketId>, DatabaseUnavailable>

    /** Moves tickets that cannot be changed, or all if the end of the family is deleted. Returns how many. */
    giveRest(scope: BrandScope, customer: CustomerId, limit: number): Effect.Effect<number, DatabaseUnavailable>

    /** The ends of some families that have had tickets to move for more than a minute. */
    readonly unfinished: Effect.Effect<
      ReadonlyArray<{ readonly scope: BrandScope; readonly customerId: CustomerId }>,
      DatabaseUnavailable
    >
  }
>()("trunkline/tickets/CustomerMergeStore") {}
