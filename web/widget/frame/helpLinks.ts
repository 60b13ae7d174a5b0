import type { HelpLink } from "../protocol.ts"

/** Links that a page may give: each has words, and leads to a page of the web. */
export const helpLinks = (links: ReadonlyArray<HelpLink | null | undefined | false>): ReadonlyArray<HelpLink> =>
  links.filter(
    (link): link is HelpLink =>
      !!link && !!link.label && URL.canParse(link.href) && /^https?:$/.test(new URL(link.href).protocol)
  )
