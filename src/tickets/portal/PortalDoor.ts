import { Context, type Duration, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** Lets customers who are not reached by mail into the portal. */
export class PortalDoor extends Context.Service<
  PortalDoor,
  {
    /**
     * A URL that lets the customer of a ticket into the brand's portal, once, within `lifetime`. It replaces the previous
     * one: a customer has at most one.
     */
    open(scope: BrandScope, ticketId: TicketId, lifetime: Duration.Duration): Effect.Effect<string, DatabaseUnavailable>
  }
>()("trunkline/tickets/PortalDoor") {}
