import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { StatusId } from "../../domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../../domain/Principal.ts"
import type { StatusRecord } from "../../domain/Status.ts"
import type { BrandList } from "./BrandList.ts"
import type { TicketCounts } from "./CategoryStore.ts"

/** Stores statuses. When a status moves to another category, its tickets follow in the same transaction. */
export class StatusStore extends Context.Service<
  StatusStore,
  BrandList<StatusRecord> & {
    /** The count for each status, in one statement; `none` if there is no such brand. */
    readonly ticketCounts: (
      scope: BrandScope
    ) => Effect.Effect<Option.Option<TicketCounts<StatusId>>, DatabaseUnavailable>

    /** Those of `keys` that some visible brand has, active or not. */
    readonly keysAmong: (
      scope: BrandsScope,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>

    /** The number of tickets in a custom status, whether lists show them or not, counted up to `most`. */
    readonly ticketsIn: (scope: BrandScope, id: StatusId, most: number) => Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/StatusStore") {}
