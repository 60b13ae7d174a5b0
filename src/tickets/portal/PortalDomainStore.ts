import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { DnsAnswer } from "../../domain/judgeRecord.ts"
import type { PortalDomain } from "../../domain/PortalDomain.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandList } from "../settings/BrandList.ts"

/**
 * Stores the domains of portals: a list of at most one for each brand. Owners and admins are notified when a domain
 * starts to fail, or has failed.
 */
export class PortalDomainStore extends Context.Service<
  PortalDomainStore,
  BrandList<PortalDomain> & {
    /** The verified domains of all brands of all tenants: at most 50,000, those verified the longest. */
    readonly proved: Effect.Effect<ReadonlyArray<Pick<PortalDomain, "domain" | "brandId">>, DatabaseUnavailable>

    /**
     * Whether no other brand of the installation has the name. A brand that had it when DNS was asked, without having its
     * text among the records, loses it.
     */
    readonly release: (
      scope: BrandScope,
      domain: string,
      texts: DnsAnswer,
      askedAt: DateTime.Utc
    ) => Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/tickets/PortalDomainStore") {}
