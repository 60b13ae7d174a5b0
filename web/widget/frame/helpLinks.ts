import type { HelpLink } from "../protocol.ts"

/** Links that a page may give: each has words, and leads to a page of the web. */
export const helpLinks = (links: ReadonlyArray<HelpLink>): ReadonlyArray<HelpLink> =>
  links.filter(({ href, label }) => label !== "" && URL.canParse(href) && /^https?:$/.test(new URL(href).protocol))
