import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { StatusId } from "../../domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../../domain/Principal.ts"
import type { StatusRecord } from "../../domain/Status.ts"
import type { BrandList } from "./BrandList.ts"
import type { TicketCounts } from "./CategoryStore.ts"

/** Where statuses are kept. Tickets in one that moves to another category follow it in the same transaction. */
export class StatusStore extends Context.Service<
  StatusStore,
  BrandList<StatusRecord> & {
    /** Of each status, in one statement; none when there is no such brand. */
    readonly ticketCounts: (
      scope: BrandScope
    ) => Effect.Effect<Option.Option<TicketCounts<StatusId>>, DatabaseUnavailable>

    /** Those of some keys that a brand which can be seen has, in use or not. */
    readonly keysAmong: (
      scope: BrandsScope,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>

    /** Tickets in a status of the brand's own, whether lists show them or not; no more than `most` are counted. */
    readonly ticketsIn: (scope: BrandScope, id: StatusId, most: number) => Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/StatusStore") {}
