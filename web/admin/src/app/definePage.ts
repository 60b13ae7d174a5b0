import type { ReactNode } from "react"

/** Sections of the dashboard, whose pages are listed beside each page. */
export type Section = "settings" | "developers"

/**
 * A page of the dashboard, declared in a `page.ts` beside its component. Every `page.ts` below `pages/` is found automatically;
 * the component is loaded when somebody goes there.
 */
export interface PageDefinition {
  /** The address, such as `/settings/statuses`; `$name` is a parameter. */
  readonly path: string
  /** Shown in the window's title, in lists of pages and in the command palette. */
  readonly title: string
  /** The section that lists it, if any. */
  readonly section?: Section
  /** Its heading in that list. */
  readonly group?: string
  /** Its position in that list and among the keys; lower comes first. */
  readonly order?: number
  /** The page is about one brand: the list of pages offers a choice of brands, and `usePageBrand` returns the chosen one. */
  readonly perBrand?: boolean
  /** Shown only to owners and admins; the API enforces this by itself. */
  readonly adminOnly?: boolean
  /** Keys that open it, such as `g i`. */
  readonly keys?: string
  /** Left out of lists and the palette: it needs parameters, or is reached in another way. */
  readonly hidden?: boolean
  readonly load: () => Promise<{ readonly default: () => ReactNode }>
}

export const definePage = (page: PageDefinition): PageDefinition => page
