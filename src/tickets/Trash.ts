import { Context, type Duration, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, MemberId } from "../domain/Ids.ts"

/**
 * What is to be cleared away, of all tenants. A piece is one transaction of bounded size, done by one node at a time;
 * it returns how much it removed, and 0 when nothing is left or another node is at it.
 */
export class Trash extends Context.Service<
  Trash,
  {
    /** Removes tickets for good that have been in the trash for 30 days. */
    readonly purgeTickets: Effect.Effect<number, DatabaseUnavailable>

    /** Removes what belongs to a brand that was deleted 30 days ago, and in the end the brand. */
    readonly purgeBrands: Effect.Effect<number, DatabaseUnavailable>

    /** Takes off the air what commands that were under way have added to accounts that are deleted. */
    readonly silenceAccounts: Effect.Effect<number, DatabaseUnavailable>

    /** Removes what belongs to an account that can no longer be brought back, and in the end the account. */
    readonly purgeAccounts: Effect.Effect<number, DatabaseUnavailable>

    /**
     * Members to whom tickets are assigned that they no longer see: who are gone, or were changed within the last `since`.
     * Costs a look at all tickets of each of the latter, so that nobody should ask for long of it again and again.
     */
    assigneesOutOfReach(
      since: Duration.Duration
    ): Effect.Effect<ReadonlyArray<{ readonly accountId: AccountId; readonly memberId: MemberId }>, DatabaseUnavailable>
  }
>()("trunkline/tickets/Trash") {}
