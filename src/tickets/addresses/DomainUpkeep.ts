import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { DomainId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A domain that is to be checked. */
export interface DueDomain {
  readonly scope: BrandScope
  readonly id: DomainId
}

/** Which domains of all tenants are to be checked. */
export class DomainUpkeep extends Context.Service<
  DomainUpkeep,
  {
    /**
     * Takes on domains that nobody has checked for a day (for an hour, while a new one is waiting for its records), longest
     * first. Each is one node's: none gets it again before its time.
     */
    takeDue(limit: number): Effect.Effect<ReadonlyArray<DueDomain>, DatabaseUnavailable>

    /** The same of the domains of portals. */
    takeDuePortals(limit: number): Effect.Effect<ReadonlyArray<DueDomain>, DatabaseUnavailable>
  }
>()("trunkline/tickets/DomainUpkeep") {}
