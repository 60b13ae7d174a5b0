import type { IncomingMessage } from "node:http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { HttpSettings } from "./HttpSettings.ts"

/** Origins whose pages may act for a browser that is signed in: our own, and those that the operator listed. */
export const trustedOrigins = ({ adminOrigins, publicUrl }: HttpSettings["Service"]): ReadonlySet<string> =>
  new Set([new URL(publicUrl).origin, ...adminOrigins])

/**
 * A request that a browser sends with the cookie although the page that made it is not trusted. Browsers name the page's
 * origin, except for a page without referrer, whose forms say `null`: then `Sec-Fetch-Site`, which no page can set, tells
 * whether it is our own. A program that is no browser sends neither, and no cookie of somebody else's either.
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
