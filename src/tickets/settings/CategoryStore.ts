import { Context, type Effect, type Option } from "effect"
import type { Category } from "../../domain/Category.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CategoryId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandList } from "./BrandList.ts"

/** Tickets that lists show, by what they are counted under: neither deleted nor merged nor spam. */
export type TicketCounts<I> = ReadonlyMap<I, number>

/** Where categories are kept. Tickets of one that is removed have none afterwards, and their lists show it at once. */
export class CategoryStore extends Context.Service<
  CategoryStore,
  BrandList<Category> & {
    /** Of each category, in one statement; none when there is no such brand. */
    readonly ticketCounts: (
      scope: BrandScope
    ) => Effect.Effect<Option.Option<TicketCounts<CategoryId>>, DatabaseUnavailable>

    /**
     * Takes the category from all of its tickets but a few thousand, in many short transactions: removing it with the
     * rest is short then. What was taken stays taken if this ends early.
     */
    readonly clearTickets: (scope: BrandScope, id: CategoryId) => Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/CategoryStore") {}
