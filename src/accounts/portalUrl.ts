import type { BrandId } from "../domain/Ids.ts"
import { portalOrigin } from "../domain/PortalDomain.ts"

/** A brand, and the domain of its own that its portal has, if any is verified. */
export interface PortalPlace {
  readonly id: BrandId
  readonly portalDomain?: string | undefined
}

/** The page of the hosted portal that a brand's magic links open, where no other page is named. */
export const hostedPortalUrl = (publicUrl: string, place: PortalPlace): string =>
  `${portalBase(publicUrl, place)}/enter`

/** Where the hosted portal of a brand is: under its own domain, or else at the server's address, which may have that name by now. */
export const portalBase = (publicUrl: string, { id, portalDomain }: PortalPlace): string =>
  portalDomain === undefined || portalDomain === new URL(publicUrl).hostname
    ? `${publicUrl}/portal/${id}`
    : portalOrigin(publicUrl, portalDomain)

/** Where a portal's magic link leads: the page that was named, its query kept, with the link's token behind it. */
export const portalLinkTo = (portalUrl: string, token: string): string => {
  const url = new URL(portalUrl)
  // Whoever names the page does not choose as whom somebody else signs in there.
  if (url.searchParams.has("token")) url.searchParams.delete("token")
  url.search = `${url.search === "" ? "?" : `${url.search}&`}token=${token}`
  return url.href
}

/** What a page may be that a portal's magic link leads to. */
export interface PortalPages {
  /** Origins that the brand lists. */
  readonly listed: ReadonlyArray<string>
  /** Address of this server: its own pages are always good. */
  readonly publicUrl: string
  /** Domain of the brand's portal: so are the pages there. */
  readonly portalDomain?: string | undefined
}

/** Whether a brand's server may name this page: over https, on a listed origin if the brand lists any. */
export const isServerNamed = (portalUrl: string, pages: PortalPages): boolean => {
  const { origin, protocol } = new URL(portalUrl)
  return (
    isHosted(origin, pages) || (protocol === "https:" && (pages.listed.length === 0 || pages.listed.includes(origin)))
  )
}

/** Whether anybody may name this page: on a listed origin alone. */
export const isOpenlyNamed = (portalUrl: string, pages: PortalPages): boolean =>
  isListedOrigin(new URL(portalUrl).origin, pages)

/** Whether a page of this origin may ask for links, and use tokens. */
export const isListedOrigin = (origin: string, pages: PortalPages): boolean =>
  pages.listed.includes(origin) || isHosted(origin, pages)

/** Whether it is the origin of the brand's portal here. */
const isHosted = (origin: string, { portalDomain, publicUrl }: PortalPages): boolean =>
  origin === new URL(publicUrl).origin ||
  (portalDomain !== undefined && origin === portalOrigin(publicUrl, portalDomain))
