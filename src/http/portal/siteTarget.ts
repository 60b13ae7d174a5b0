import type { HttpServerRequest } from "effect/http"
import type { PortalSite } from "../../tickets/portal/PortalSites.ts"
import { reportsPath } from "../policy/reportedPolicy.ts"
import { assetsPath } from "./PortalProgram.ts"

/**
 * The target of a request to a portal's own host: always a page of that portal, except for its files and reports; nothing
 * else of the server exists there. `undefined` if the URL is no path. The pages find their place in the portal from the
 * original request, so that the brand's path never mixes with user input.
 */
export const siteTarget = (
  { brandId }: PortalSite,
  { method, url }: Pick<HttpServerRequest.HttpServerRequest, "method" | "url">,
  path: string
): string | undefined => {
  if (!url.startsWith("/")) return undefined
  const isReport = method === "POST" && path === reportsPath
  return isReport || path.startsWith(assetsPath) ? url : `/portal/${brandId}`
}
