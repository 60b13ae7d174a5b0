import { Context, Effect, Layer, Semaphore } from "effect"
import type { BrandId } from "../../domain/Ids.ts"
import { portalOrigin } from "../../domain/PortalDomain.ts"
import { logSetback } from "../../runtime/logSetback.ts"
import { PortalDomainStore } from "./PortalDomainStore.ts"

/** How often a node reads the list: how long it takes until a change on another node takes effect here. */
const rhythm = "5 seconds"

/** A portal at its brand's own domain. */
export interface PortalSite {
  readonly brandId: BrandId
  readonly domain: string
  /** The origin of its pages. */
  readonly origin: string
}

/**
 * The portals with custom domains, of all tenants. Every request has a host, and forged ones must not cost queries: each
 * node reads the whole list every few seconds, and uses the last one that it read.
 */
export class PortalSites extends Context.Service<
  PortalSites,
  {
    /** The portal to which a request with this `Host` belongs. */
    readonly ofHost: (host: string | undefined) => PortalSite | undefined
    readonly ofBrand: (brandId: string) => PortalSite | undefined
    /** Reads the list now, because something was changed here. */
    readonly look: Effect.Effect<void>
  }
>()("trunkline/tickets/PortalSites") {
  /** `publicUrl` is the server's own URL, which is never a portal. */
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      PortalSites,
      Effect.gen(function* () {
        const store = yield* PortalDomainStore
        const inTurn = yield* Semaphore.make(1)
        const { host: own, hostname } = new URL(publicUrl)
        let known = keyed([])
        // While the database is unavailable, the last list stays in use. One read at a time: an older result must not
        // replace a newer one.
        const look = Effect.gen(function* () {
          // The server's URL may have changed to a name that was verified before.
          const domains = (yield* store.proved).filter(({ domain }) => domain !== hostname)
          known = keyed(domains.map((one) => ({ ...one, origin: portalOrigin(publicUrl, one.domain) })))
        }).pipe(
          Effect.catchCause((cause) => logSetback("The domains of portals could not be read", cause)),
          inTurn.withPermits(1)
        )
        yield* look
        yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(rhythm), look)))

        return PortalSites.of({
          ofHost: (host) =>
            host === undefined || host === own || known.byName.size === 0 ? undefined : known.byName.get(nameIn(host)),
          ofBrand: (brandId) => known.byBrand.get(brandId),
          look
        })
      })
    )
}

const keyed = (sites: ReadonlyArray<PortalSite>) => ({
  byName: new Map(sites.map((site) => [site.domain, site])),
  byBrand: new Map<string, PortalSite>(sites.map((site) => [site.brandId, site]))
})

/** The name in a `Host`, without port and trailing dot. */
const nameIn = (host: string): string => host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase()
