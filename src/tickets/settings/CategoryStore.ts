import { Context, type Effect, type Option } from "effect"
import type { Category } from "../../domain/Category.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CategoryId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandList } from "./BrandList.ts"

/** The number of tickets that lists show, by category, tag or status: without deleted, merged and spam tickets. */
export type TicketCounts<I> = ReadonlyMap<I, number>

/** Stores categories. When one is removed, its tickets have none, and lists show this at once. */
export class CategoryStore extends Context.Service<
  CategoryStore,
  BrandList<Category> & {
    /** The count for each category, in one statement; `none` if there is no such brand. */
    readonly ticketCounts: (
      scope: BrandScope
    ) => Effect.Effect<Option.Option<TicketCounts<CategoryId>>, DatabaseUnavailable>

    /**
     * Removes the category from all but a few thousand of its tickets, in many short transactions, so that removing it
     * together with the rest is short. If this is interrupted, what was done stays done.
     */
    readonly clearTickets: (scope: BrandScope, id: CategoryId) => Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/CategoryStore") {}
