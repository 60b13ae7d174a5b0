import { Context, type Effect, type Option, type Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { MemberId, TicketId } from "../domain/Ids.ts"
import type { DeskNews, Presence, PresenceState } from "../domain/Presence.ts"
import type { BrandScope } from "../domain/Principal.ts"

type Found = Effect.Effect<Option.Option<ReadonlyArray<Presence>>, DatabaseUnavailable>

/** Where it is kept who is at which ticket, for all nodes. `none` is no such ticket, or one in the trash. */
export class PresenceStore extends Context.Service<
  PresenceStore,
  {
    list(scope: BrandScope, ticketId: TicketId): Found
    /** Keeps what a member does, or that they do nothing any more, and finds who is there now. One statement. */
    keep(
      scope: BrandScope,
      ticketId: TicketId,
      member: { readonly id: MemberId; readonly name: string },
      state: PresenceState | "gone"
    ): Found
    /** What is new, and who watches tickets, of all tenants, on any node. Fails when the connection is lost; what happens meanwhile nobody tells. */
    readonly news: Stream.Stream<DeskNews, DatabaseUnavailable>
  }
>()("trunkline/tickets/PresenceStore") {}
