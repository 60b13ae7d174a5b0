import type { BrandId } from "../domain/Ids.ts"

/** The page of this server's own portal that a brand's magic links open, where no other page is named. */
export const hostedPortalUrl = (publicUrl: string, brandId: BrandId): string => `${publicUrl}/portal/${brandId}/enter`

/** Where a portal's magic link leads: the page that was named, its query kept, with the link's token behind it. */
export const portalLinkTo = (portalUrl: string, token: string): string => {
  const url = new URL(portalUrl)
  url.search = `${url.search === "" ? "?" : `${url.search}&`}token=${token}`
  return url.href
}

/** What a page may be that a portal's magic link leads to. */
export interface PortalPages {
  /** Origins that the brand lists. */
  readonly listed: ReadonlyArray<string>
  /** Address of this server: its own pages are always good. */
  readonly publicUrl: string
}

/** Whether a brand's server may name this page: over https, on a listed origin if the brand lists any. */
export const isServerNamed = (portalUrl: string, { listed, publicUrl }: PortalPages): boolean => {
  const { origin, protocol } = new URL(portalUrl)
  return (
    origin === new URL(publicUrl).origin || (protocol === "https:" && (listed.length === 0 || listed.includes(origin)))
  )
}

/** Whether anybody may name this page: on a listed origin alone. */
export const isOpenlyNamed = (portalUrl: string, pages: PortalPages): boolean =>
  isListedOrigin(new URL(portalUrl).origin, pages)

/** Whether a page of this origin may ask for links, and use tokens. */
export const isListedOrigin = (origin: string, { listed, publicUrl }: PortalPages): boolean =>
  listed.includes(origin) || origin === new URL(publicUrl).origin
