import { Context, type Effect, type Option } from "effect"
import type { Comment, Visibility } from "../domain/Comment.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, BrandId, CommentId, MemberId, TicketId } from "../domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import type { IdempotencyKeyReused, NotFound } from "../domain/Problems.ts"
import type { StatusCategory } from "../domain/Status.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { TicketPage, TicketQuery } from "../domain/TicketQuery.ts"
import type { Once } from "../events/Receipt.ts"
import type { TicketCommand } from "./TicketCommand.ts"

export interface CommentFilter {
  readonly id?: CommentId | undefined
  readonly visibility?: Visibility | undefined
  readonly includeDeleted?: boolean | undefined
}

/** How many tickets a brand has. Spam is counted separately; deleted and merged tickets are not counted. */
export interface TicketCounts extends Record<StatusCategory, number> {
  readonly brandId: BrandId
  readonly name: string
  readonly prefix: string
  readonly unassigned: number
  readonly spam: number
}

/** Up to how many tickets of a member are counted; beyond this, the exact number does not matter. */
export const mostTaken = 100

/**
 * Stores tickets. A command's outcome, its events, their deliveries, its audit entries and its receipt are one
 * transaction. Commands of one tenant that arrive while another is being committed share the next commit.
 */
export class TicketStore extends Context.Service<
  TicketStore,
  {
    execute<A, E>(
      command: TicketCommand<A, E>
    ): Effect.Effect<Once<A>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

    /**
     * Runs commands of several brands, of one or several tenants, in one transaction: all are stored or none, and the
     * first refusal is the answer to all. Never shares a commit with others. Costs three round trips, and two more for
     * each further tenant.
     */
    executeTogether<A, E>(
      commands: ReadonlyArray<TicketCommand<A, E>>
    ): Effect.Effect<ReadonlyArray<Once<A>>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

    /** One ticket in full detail, even if it is in the trash. */
    find(scope: BrandScope, id: TicketId): Effect.Effect<Option.Option<TicketDetail>, DatabaseUnavailable>

    /** Whether the brand exists. */
    brandExists(scope: BrandScope): Effect.Effect<boolean, DatabaseUnavailable>

    /** The comments of a ticket, oldest first. `none` if the ticket does not exist or is in the trash. */
    comments(
      scope: BrandScope,
      id: TicketId,
      filter: CommentFilter
    ): Effect.Effect<Option.Option<ReadonlyArray<Comment>>, DatabaseUnavailable>

    /** A page of tickets in the requested order. Its cost does not depend on how deep it is. */
    list(scope: BrandsScope, query: TicketQuery): Effect.Effect<TicketPage, DatabaseUnavailable>

    /** The counts of each brand in the scope, sorted by brand name. The cost does not depend on how many tickets there are. */
    counts(scope: BrandsScope): Effect.Effect<ReadonlyArray<TicketCounts>, DatabaseUnavailable>
    /** The number of open and pending tickets that a member has taken, up to `mostTaken`, which also bounds the cost. */
    taken(scope: BrandsScope, memberId: MemberId): Effect.Effect<number, DatabaseUnavailable>

    /**
     * At most `limit` tickets that are assigned to a member who is gone or can no longer see their brand, in both modes
     * of the account, in brands that are not deleted.
     */
    assignedOutOfReach(
      accountId: AccountId,
      memberId: MemberId,
      limit: number
    ): Effect.Effect<ReadonlyArray<{ readonly scope: BrandScope; readonly id: TicketId }>, DatabaseUnavailable>
  }
>()("trunkline/tickets/TicketStore") {}
