import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId, TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/**
 * Tickets of customers who became another one. A customer's family is who they turned out to be in the end, and all who
 * became that one: its tickets are to be that one's.
 */
export class CustomerMergeStore extends Context.Service<
  CustomerMergeStore,
  {
    /**
     * Tickets that can be changed and are to be given to the end of a customer's family, in the order of their ids; those after
     * one where it is given. None where that one is deleted.
     */
    strays(
      scope: BrandScope,
      customer: CustomerId,
      limit: number,
      after: TicketId | undefined
    ): Effect.Effect<ReadonlyArray<TicketId>, DatabaseUnavailable>

    /** Gives those to them that cannot be changed, and all where that one is deleted; returns how many those were. */
    giveRest(scope: BrandScope, customer: CustomerId, limit: number): Effect.Effect<number, DatabaseUnavailable>

    /** The ends of some families that have had tickets to give for more than a minute. */
    readonly unfinished: Effect.Effect<
      ReadonlyArray<{ readonly scope: BrandScope; readonly customerId: CustomerId }>,
      DatabaseUnavailable
    >
  }
>()("trunkline/tickets/CustomerMergeStore") {}
