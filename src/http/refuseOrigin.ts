import type { IncomingMessage } from "node:http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { HttpSettings } from "./HttpSettings.ts"

/** Origins whose pages may act for a signed-in browser: our own, and those that the operator listed. */
export const trustedOrigins = ({ adminOrigins, publicUrl }: HttpSettings["Service"]): ReadonlySet<string> =>
  new Set([new URL(publicUrl).origin, ...adminOrigins])

/**
 * Refuses a request that a browser sends with the cookie for a page that is not trusted. Browsers send the page's origin,
 * except for pages without a referrer, whose forms send `null`: then `Sec-Fetch-Site`, which no page can set, shows whether
 * the page is our own. Programs that are no browsers send neither, and no cookie of somebody else either.
 */
export const refuseOrigin = (source: IncomingMessage, trusted: ReadonlySet<string>): Problem | undefined => {
  const { origin } = source.headers
  const site = source.headers["sec-fetch-site"]
  const allowed =
    origin === undefined
      ? site === undefined || site === "same-origin" || site === "none"
      : trusted.has(origin) || (origin === "null" && site === "same-origin")
  return allowed
    ? undefined
    : { code: "origin_not_allowed", detail: "This request came from a page that is not allowed to use your session." }
}
