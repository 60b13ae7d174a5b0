import { Effect, Layer } from "effect"
import { PortalOrigins } from "../../src/accounts/PortalOrigins.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import * as HttpApp from "../../src/http/HttpApp.ts"
import * as HttpListener from "../../src/http/HttpListener.ts"
import { HttpSettings } from "../../src/http/HttpSettings.ts"
import { RateLimits } from "../../src/http/RateLimits.ts"
import { PortalSites } from "../../src/tickets/portal/PortalSites.ts"

const Settings = Layer.succeed(HttpSettings, {
  publicUrl: "https://desk.example",
  adminOrigins: [],
  rateLimitPerMinute: 100,
  attachmentMaxBytes: 1024,
  inboundDomain: "inbound.example",
  hasMailRelay: true,
  proxies: 0,
  version: "1"
})

/** The product's HTTP listener on a free port, with the test's own limits where it has any. */
export const bareListener = (limits: Partial<typeof HttpListener.peerLimits> = {}) =>
  HttpListener.layer({ host: "127.0.0.1", port: 0 }, { ...HttpListener.peerLimits, ...limits }).pipe(
    Layer.provide([IdGenerator.layer, Settings])
  )

/** No brand has a host of its own. */
export const noSites = Layer.succeed(PortalSites, {
  ofHost: () => undefined,
  ofBrand: () => undefined,
  look: Effect.void
})

/** The edge and the listener around the test's own routes, with nothing behind them. */
export const bareSite = <E, R>(routes: Parameters<typeof HttpApp.layer<E, R>>[0], limits = {}) =>
  HttpApp.layer(routes).pipe(
    Layer.provide([RateLimits.layer, Layer.succeed(PortalOrigins, { isListed: () => Effect.succeed(false) }), noSites]),
    Layer.provideMerge(bareListener(limits)),
    Layer.provide([IdGenerator.layer, Settings])
  )
