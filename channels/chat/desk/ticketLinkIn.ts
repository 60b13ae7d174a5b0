/** The ticket that a dashboard URL refers to: its brand's slug and its number. */
export const ticketLinkIn = (
  publicUrl: string,
  address: string
): { readonly slug: string; readonly number: number } | undefined => {
  const url = URL.parse(address)
  const base = new URL(publicUrl)
  if (url === null || url.origin !== base.origin) return undefined
  const [, slug, digits] =
    new RegExp(`^${escaped(base.pathname.replace(/\/$/, ""))}/b/([a-z0-9-]{1,100})/t/(\\d{1,12})/?$`).exec(
      url.pathname
    ) ?? []
  return slug === undefined || digits === undefined ? undefined : { slug, number: Number(digits) }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
