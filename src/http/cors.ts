import type { IncomingMessage } from "node:http"
import { Effect } from "effect"
import { PortalOrigins } from "../accounts/PortalOrigins.ts"
import { PortalSites } from "../tickets/portal/PortalSites.ts"
import { filesPath } from "./files/filesPath.ts"
import { HttpSettings } from "./HttpSettings.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { trustedOrigins } from "./refuseOrigin.ts"

/** Methods and headers that pages of other origins may use. */
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
const requestHeaders =
  "Authorization, Content-Type, Accept, Idempotency-Key, X-Idempotency-Key, If-Match, Last-Event-ID, Trunkline-Mode, traceparent"
const exposedHeaders =
  "X-Request-Id, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Location, Idempotency-Replayed, X-Next-Cursor, Deprecation, Sunset"

/** Headers of a preflight response to an allowed origin, besides its CORS headers. */
export const preflightHeaders = {
  "access-control-allow-methods": methods,
  "access-control-allow-headers": requestHeaders,
  "access-control-max-age": "600"
}

type Headers = Readonly<Record<string, string>>

const none = Effect.succeed<Headers>({})
/** Who may read the response depends on the origin, so caches must keep them apart. */
const varying: Headers = { vary: "Origin" }
const varyingOnly = Effect.succeed(varying)

const readableBy = (origin: string): Headers => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": exposedHeaders,
  ...varying
})

/** Any page with the address of a file may read it. */
const readableByAll = Effect.succeed<Headers>({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": `${exposedHeaders}, Accept-Ranges, Content-Disposition, Content-Range`
})

/** Whether the calling page may read the response. */
export const allowsPage = (headers: Headers): boolean => "access-control-allow-origin" in headers

/**
 * CORS headers by path. Any page may read files, whose address is the secret. Pages of a brand may call the portal API,
 * without cookies: the token shows the brand, and without a valid one (in a preflight, or when a link is requested), any
 * brand that lists the origin is enough. Everything else is open only to our own pages and those that the operator listed,
 * with cookies.
 */
export const makeCors = Effect.gen(function* () {
  const portals = yield* PortalOrigins
  const sites = yield* PortalSites
  const trusted = trustedOrigins(yield* HttpSettings)

  /** Whether a brand lists the origin, or has its portal there. */
  const isKnown = (origin: string) => {
    const site = sites.ofHost(URL.canParse(origin) ? new URL(origin).host : undefined)
    return site?.origin === origin
      ? Effect.succeed(true)
      : // Without a database no page is known: its browser reports that it could not connect.
        Effect.catchTag(portals.isListed(origin), "DatabaseUnavailable", () => Effect.succeed(false))
  }

  const ofPortal = (origin: string, record: RequestRecord) => {
    const allowed = record.pageMayRead === undefined ? isKnown(origin) : Effect.succeed(record.pageMayRead)
    return Effect.map(allowed, (allowed) => (allowed ? readableBy(origin) : varying))
  }

  return ({ headers: { origin } }: IncomingMessage, path: string, record: RequestRecord): Effect.Effect<Headers> => {
    // No other site may read a portal's pages.
    if (record.site !== undefined) return none
    if (path.startsWith(filesPath)) return readableByAll
    if (path.startsWith("/v1/portal/")) return origin === undefined ? varyingOnly : ofPortal(origin, record)
    return origin === undefined || !trusted.has(origin)
      ? none
      : Effect.succeed({ ...readableBy(origin), "access-control-allow-credentials": "true" })
  }
})
