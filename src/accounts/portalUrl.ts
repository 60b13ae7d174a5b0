import type { BrandId } from "../domain/Ids.ts"
import { portalOrigin } from "../domain/PortalDomain.ts"

/** A brand, with its own portal domain if one is verified. */
export interface PortalPlace {
  readonly id: BrandId
  readonly portalDomain?: string | undefined
}

/** The page of the hosted portal that a brand's magic links open by default. */
export const hostedPortalUrl = (publicUrl: string, place: PortalPlace): string =>
  `${portalBase(publicUrl, place)}/enter`

/** The URL of a brand's hosted portal: at its own domain, unless it has none or the domain is now the server's own name. */
export const portalBase = (publicUrl: string, { id, portalDomain }: PortalPlace): string =>
  portalDomain === undefined || portalDomain === new URL(publicUrl).hostname
    ? `${publicUrl}/portal/${id}`
    : portalOrigin(publicUrl, portalDomain)

/** The URL of a portal's magic link: the given page and its query, with the link's token appended. */
export const portalLinkTo = (portalUrl: string, token: string): string => {
  const url = new URL(portalUrl)
  // Whoever chooses the page must not choose as which customer somebody else signs in.
  if (url.searchParams.has("token")) url.searchParams.delete("token")
  url.search = `${url.search === "" ? "?" : `${url.search}&`}token=${token}`
  return url.href
}

/** The pages that a portal's magic link may open. */
export interface PortalPages {
  /** The origins that the brand lists. */
  readonly listed: ReadonlyArray<string>
  /** The URL of this server, whose pages are always allowed. */
  readonly publicUrl: string
  /** The domain of the brand's portal, whose pages are always allowed too. */
  readonly portalDomain?: string | undefined
}

/** Whether a brand's server may choose this page: over https, and on a listed origin if the brand lists any. */
export const isServerNamed = (portalUrl: string, pages: PortalPages): boolean => {
  const { origin, protocol } = new URL(portalUrl)
  return (
    isHosted(origin, pages) || (protocol === "https:" && (pages.listed.length === 0 || pages.listed.includes(origin)))
  )
}

/** Whether anyone may choose this page: only on a listed origin. */
export const isOpenlyNamed = (portalUrl: string, pages: PortalPages): boolean =>
  isListedOrigin(new URL(portalUrl).origin, pages)

/** Whether pages of this origin may request links and use tokens. */
export const isListedOrigin = (origin: string, pages: PortalPages): boolean =>
  pages.listed.includes(origin) || isHosted(origin, pages)

/** Whether this is the origin of this server or of the brand's portal domain. */
const isHosted = (origin: string, { portalDomain, publicUrl }: PortalPages): boolean =>
  origin === new URL(publicUrl).origin ||
  (portalDomain !== undefined && origin === portalOrigin(publicUrl, portalDomain))
