import { Context, type Duration, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** The way into the portal for who is reached otherwise than by mail. */
export class PortalDoor extends Context.Service<
  PortalDoor,
  {
    /**
     * An address that lets the customer of a ticket into the brand's portal, once, within `lifetime`. It takes the place
     * of the one before: a customer has one at most.
     */
    open(scope: BrandScope, ticketId: TicketId, lifetime: Duration.Duration): Effect.Effect<string, DatabaseUnavailable>
  }
>()("trunkline/tickets/PortalDoor") {}
