import { Context, type Effect, type Option, type Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { MemberId, TicketId } from "../domain/Ids.ts"
import type { DeskNews, Presence, PresenceState } from "../domain/Presence.ts"
import type { BrandScope } from "../domain/Principal.ts"

type Found = Effect.Effect<Option.Option<ReadonlyArray<Presence>>, DatabaseUnavailable>

/** Stores who is at which ticket, for all nodes. `none`: the ticket does not exist or is in the trash. */
export class PresenceStore extends Context.Service<
  PresenceStore,
  {
    list(scope: BrandScope, ticketId: TicketId): Found
    /** Records what a member is doing, or that they have left, and returns who is there now. One statement. */
    keep(
      scope: BrandScope,
      ticketId: TicketId,
      member: { readonly id: MemberId; readonly name: string },
      state: PresenceState | "gone"
    ): Found
    /**
     * Changes in presence and watchers, of all tenants, on any node. Fails when the connection is lost, and misses
     * changes until it is back.
     */
    readonly news: Stream.Stream<DeskNews, DatabaseUnavailable>
  }
>()("trunkline/tickets/PresenceStore") {}
