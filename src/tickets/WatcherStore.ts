import { Context, type Effect, type Option, type Result } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Watcher } from "../domain/Watcher.ts"
import type { WatchChange, WatchState } from "./changeWatchers.ts"

/** Stores watchers. `none` means that the ticket does not exist or is in the trash. */
export class WatcherStore extends Context.Service<
  WatcherStore,
  {
    /** In the order in which they were added. */
    readonly list: (
      scope: BrandScope,
      ticketId: TicketId
    ) => Effect.Effect<Option.Option<ReadonlyArray<Watcher>>, DatabaseUnavailable>

    /** The brand of the ticket, and its id or that of the ticket it was merged into. Crosses tenants. */
    readonly place: (
      ticketId: TicketId
    ) => Effect.Effect<Option.Option<{ readonly scope: BrandScope; readonly ticketId: TicketId }>, DatabaseUnavailable>

    /**
     * Locks the ticket, checks whether `key` is a member who may watch it, and stores what `decide` does to its watchers,
     * as part of the caller's transaction.
     */
    readonly change: <V, E>(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      key: string,
      decide: (state: WatchState) => Result.Result<WatchChange<V>, E>
    ) => Effect.Effect<Option.Option<V>, E | DatabaseUnavailable>
  }
>()("trunkline/tickets/WatcherStore") {}
