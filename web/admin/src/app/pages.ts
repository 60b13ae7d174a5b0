import type { PageDefinition } from "./definePage.ts"

const found = import.meta.glob<{ readonly default: PageDefinition }>("../pages/**/page.ts", { eager: true })

/** Every page, in the order in which lists show them. */
export const pages: ReadonlyArray<PageDefinition> = Object.values(found)
  .map(({ default: page }) => page)
  .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.title.localeCompare(b.title))
