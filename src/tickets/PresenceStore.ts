import { Context, type Effect, type Option, type Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { MemberId, TicketId } from "../domain/Ids.ts"
import type { DeskNews, Presence, PresenceState } from "../domain/Presence.ts"
import type { BrandScope } from "../domain/Principal.ts"

type Found = Effect.Effect<Option.Option<ReadonlyArray<Presence>>, DatabaseUnavailable>

/**
 * Stores who is viewing or answering which ticket, for all nodes. `none` means that the ticket does not exist or is in
 * the trash.
 */
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
     * Changes in presence and in who watches tickets, of all tenants, made on any node. Fails when the connection is
     * lost; changes made in the meantime are not reported later.
     */
    readonly news: Stream.Stream<DeskNews, DatabaseUnavailable>
  }
>()("trunkline/tickets/PresenceStore") {}
