import { Context, Effect, Layer, Semaphore } from "effect"
import type { BrandId } from "../../domain/Ids.ts"
import { portalOrigin } from "../../domain/PortalDomain.ts"
import { logSetback } from "../../runtime/logSetback.ts"
import { PortalDomainStore } from "./PortalDomainStore.ts"

/** How often a node looks: a domain that another one was told of is served after that, or no longer. */
const rhythm = "5 seconds"

/** A portal under a domain of its brand's own. */
export interface PortalSite {
  readonly brandId: BrandId
  readonly domain: string
  /** Of its pages. */
  readonly origin: string
}

/**
 * The portals that have a domain of their own, of all tenants together. Every request has a host, and whoever makes some up
 * costs no query: a node looks for all of them at once, every few seconds, and goes by what it saw last.
 */
export class PortalSites extends Context.Service<
  PortalSites,
  {
    /** The portal that a request with this `Host` is for. */
    readonly ofHost: (host: string | undefined) => PortalSite | undefined
    readonly ofBrand: (brandId: string) => PortalSite | undefined
    /** Looks now: something has changed here. */
    readonly look: Effect.Effect<void>
  }
>()("trunkline/tickets/PortalSites") {
  /** `publicUrl`: the server's own address, which is nobody's portal. */
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      PortalSites,
      Effect.gen(function* () {
        const store = yield* PortalDomainStore
        const inTurn = yield* Semaphore.make(1)
        const { host: own, hostname } = new URL(publicUrl)
        let known = keyed([])
        // Without a database, what was seen last holds on. In turn: who looked before must not tell after.
        const look = Effect.gen(function* () {
          // The server's address may have become a name that was proved before.
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

/** The name in a `Host`: without a port, or the dot that ends it. */
const nameIn = (host: string): string => host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase()
