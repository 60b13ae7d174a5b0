import type { ReactNode } from "react"

/** Parts of the dashboard that have a list of their pages beside them. */
export type Section = "settings" | "developers"

/**
 * A page of the dashboard, said in a `page.ts` beside its component. Every `page.ts` below `pages/` is found by itself;
 * the component is loaded when somebody goes there.
 */
export interface PageDefinition {
  /** The address, such as `/settings/statuses`; `$name` is a parameter. */
  readonly path: string
  /** In the window's title, in lists of pages and in the command palette. */
  readonly title: string
  /** In which list of pages it stands, if in any. */
  readonly section?: Section
  /** Heading in that list. */
  readonly group?: string
  /** Place in that list, and among the keys; lower is higher. */
  readonly order?: number
  /** The page is about one brand: the list of pages lets people choose it, and `usePageBrand` says which. */
  readonly perBrand?: boolean
  /** Shown to owners and admins alone; the API decides by itself. */
  readonly adminOnly?: boolean
  /** Keys that lead there, such as `g i`. */
  readonly keys?: string
  /** Not offered in lists and in the palette: it needs parameters, or it is reached in another way. */
  readonly hidden?: boolean
  readonly load: () => Promise<{ readonly default: () => ReactNode }>
}

export const definePage = (page: PageDefinition): PageDefinition => page
