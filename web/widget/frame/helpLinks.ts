import type { HelpLink } from "../protocol.ts"

/** Returns the valid links from a page: each has a label, and leads to a web page. */
export const helpLinks = (links: ReadonlyArray<HelpLink | null | undefined | false>): ReadonlyArray<HelpLink> =>
  links.filter(
    (link): link is HelpLink =>
      !!link && !!link.label && URL.canParse(link.href) && /^https?:$/.test(new URL(link.href).protocol)
  )
