import type { IncomingMessage } from "node:http"
import { Effect } from "effect"
import { PortalOrigins } from "../accounts/PortalOrigins.ts"
import { PortalSites } from "../tickets/portal/PortalSites.ts"
import { filesPath } from "./files/filesPath.ts"
import { HttpSettings } from "./HttpSettings.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { trustedOrigins } from "./refuseOrigin.ts"

/** Headers that browser pages may send and read (docs/api.md, CORS). */
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
const requestHeaders =
  "Authorization, Content-Type, Accept, Idempotency-Key, X-Idempotency-Key, If-Match, Last-Event-ID, Trunkline-Mode, traceparent"
const exposedHeaders =
  "X-Request-Id, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Location, Idempotency-Replayed, X-Next-Cursor, Deprecation, Sunset"

/** What a preflight of an allowed origin is told beside its CORS headers. */
export const preflightHeaders = {
  "access-control-allow-methods": methods,
  "access-control-allow-headers": requestHeaders,
  "access-control-max-age": "600"
}

type Headers = Readonly<Record<string, string>>

const none = Effect.succeed<Headers>({})
/** Who else may read the answer depends on who asks, so a cache must keep them apart. */
const varying: Headers = { vary: "Origin" }
const varyingOnly = Effect.succeed(varying)

const readableBy = (origin: string): Headers => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": exposedHeaders,
  ...varying
})

/** Whoever has the address of a file may read it. */
const readableByAll = Effect.succeed<Headers>({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": `${exposedHeaders}, Accept-Ranges, Content-Disposition, Content-Range`
})

/** Whether the page that asks may read the answer. */
export const allowsPage = (headers: Headers): boolean => "access-control-allow-origin" in headers

/**
 * CORS headers by path. What a customer's portal calls, pages of its brand may read, without cookies: the token tells
 * the brand, and before there is one (a preflight, a refused token, a link asked for) any brand that lists the origin
 * will do. Everything else is for our own pages and those that the operator listed, with cookies.
 */
export const makeCors = Effect.gen(function* () {
  const portals = yield* PortalOrigins
  const sites = yield* PortalSites
  const trusted = trustedOrigins(yield* HttpSettings)

  /** Whether some brand lists the origin, or has its portal there. */
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
    // Pages of a portal are nobody else's to read.
    if (record.site !== undefined) return none
    if (path.startsWith(filesPath)) return readableByAll
    if (path.startsWith("/v1/portal/")) return origin === undefined ? varyingOnly : ofPortal(origin, record)
    return origin === undefined || !trusted.has(origin)
      ? none
      : Effect.succeed({ ...readableBy(origin), "access-control-allow-credentials": "true" })
  }
})
