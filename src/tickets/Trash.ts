import { Context, type Duration, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, MemberId } from "../domain/Ids.ts"

/**
 * Removes what is due for removal, across all tenants. Each piece is one transaction of bounded size, done by one node at
 * a time; it returns how much it removed, and 0 when nothing is left or another node is doing it.
 */
export class Trash extends Context.Service<
  Trash,
  {
    /** Removes tickets for good that have been in the trash for 30 days. */
    readonly purgeTickets: Effect.Effect<number, DatabaseUnavailable>

    /** Removes the data of brands that were deleted 30 days ago and, in the end, the brands. */
    readonly purgeBrands: Effect.Effect<number, DatabaseUnavailable>

    /** Disables what commands that were in progress have added to accounts that are deleted. */
    readonly silenceAccounts: Effect.Effect<number, DatabaseUnavailable>

    /** Removes the data of accounts that can no longer be restored and, in the end, the accounts. */
    readonly purgeAccounts: Effect.Effect<number, DatabaseUnavailable>

    /**
     * Members who have tickets assigned that they can no longer see: those who are gone, and those who were changed
     * within the last `since`. Reads all tickets of each of the latter, so do not ask for a long time repeatedly.
     */
    assigneesOutOfReach(
      since: Duration.Duration
    ): Effect.Effect<ReadonlyArray<{ readonly accountId: AccountId; readonly memberId: MemberId }>, DatabaseUnavailable>
  }
>()("trunkline/tickets/Trash") {}
