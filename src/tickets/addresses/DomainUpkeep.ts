import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { DomainId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A domain that is due for a check. */
export interface DueDomain {
  readonly scope: BrandScope
  readonly id: DomainId
}

/** Finds domains that are due for a check, across all tenants. */
export class DomainUpkeep extends Context.Service<
  DomainUpkeep,
  {
    /**
     * Claims domains that nobody has checked for a day (or for an hour, if new and waiting for their records), the
     * longest unchecked first. Each goes to one node only, until it is due again.
     */
    takeDue(limit: number): Effect.Effect<ReadonlyArray<DueDomain>, DatabaseUnavailable>

    /** The same for the domains of portals. */
    takeDuePortals(limit: number): Effect.Effect<ReadonlyArray<DueDomain>, DatabaseUnavailable>
  }
>()("trunkline/tickets/DomainUpkeep") {}
