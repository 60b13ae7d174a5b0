import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { DnsAnswer } from "../../domain/judgeRecord.ts"
import type { PortalDomain } from "../../domain/PortalDomain.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandList } from "../settings/BrandList.ts"

/**
 * Where the domains of portals are kept: a list of one, or none, for each brand. Of one that begins to fail, or has failed,
 * owners and admins are told.
 */
export class PortalDomainStore extends Context.Service<
  PortalDomainStore,
  BrandList<PortalDomain> & {
    /** The domains of all tenants' brands that are verified: at most 50,000, those that have been so the longest. */
    readonly proved: Effect.Effect<ReadonlyArray<Pick<PortalDomain, "domain" | "brandId">>, DatabaseUnavailable>

    /**
     * Whether no other brand of the installation holds the name. One that does, although its text is not among those that
     * DNS has now, loses it.
     */
    readonly release: (
      scope: BrandScope,
      domain: string,
      texts: DnsAnswer
    ) => Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/tickets/PortalDomainStore") {}
