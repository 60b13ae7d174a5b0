import type { HttpServerRequest } from "effect/http"
import type { PortalSite } from "../../tickets/portal/PortalSites.ts"
import { reportsPath } from "../policy/reportedPolicy.ts"
import { assetsPath } from "./PortalProgram.ts"

/**
 * What of this server a request goes to whose host is a portal's own: the pages of that portal, whatever it asks for, with
 * their files and reports; nothing else of the server is there. Undefined for what is no path. Where in the portal it
 * goes, the pages tell by the request as it came: the path of the brand must not become part of what somebody wrote.
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
