import { Context, type Effect } from "effect"
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

    /** Members who are gone although tickets are still assigned to them. */
    readonly departedAssignees: Effect.Effect<
      ReadonlyArray<{ readonly accountId: AccountId; readonly memberId: MemberId }>,
      DatabaseUnavailable
    >
  }
>()("trunkline/tickets/Trash") {}
