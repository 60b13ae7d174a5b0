import type { IncomingMessage } from "node:http"
import { isListedOrigin } from "../accounts/portalUrl.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { PortalAccess } from "../domain/PortalAccess.ts"

/** Whether the page that sent the request may use this token: a page of its brand, our own, or no page at all. */
export const mayUseToken = (
  source: IncomingMessage,
  { origins, portalDomain }: PortalAccess,
  publicUrl: string
): boolean =>
  source.headers.origin === undefined ||
  isListedOrigin(source.headers.origin, { listed: origins, publicUrl, portalDomain })

export const foreignPage: Problem = {
  code: "origin_not_allowed",
  detail: "The page that sent this portal token is not on one of the brand's portalOrigins."
}
