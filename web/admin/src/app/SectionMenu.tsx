import { Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { Icon } from "../ui/Icon.tsx"
import type { PageDefinition } from "./definePage.ts"

interface Props {
  /** The section's name. */
  readonly name: string
  readonly pages: ReadonlyArray<PageDefinition>
  /** The open page. */
  readonly current: PageDefinition | undefined
  /** The brand to keep in links to pages about one brand. */
  readonly brandSlug: string | undefined
}

/** The pages of a section under their headings: beside the page or, where space is short, behind a button. */
export function SectionMenu({ name, pages, current, brandSlug }: Props) {
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useEffect(() => setOpen(false), [current])
  const groups = [...new Set(pages.map(({ group }) => group ?? name))]
  return (
    <nav aria-label={name} className="shrink-0 border-line p-3 max-lg:border-b lg:w-56 lg:border-r print:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center justify-between gap-2 rounded-md border border-edge bg-card px-3 py-1.5 font-medium lg:hidden"
      >
        {current?.title ?? name}
        <Icon name="down" />
      </button>
      <div className={isOpen ? "max-lg:pt-3" : "max-lg:hidden"}>
        {groups.map((group) => (
          <section key={group} className="mb-3">
            <h2 className="px-2 pb-1 text-xs font-semibold text-soft">{group}</h2>
            <ul className="flex flex-wrap gap-x-1 lg:flex-col">
              {pages
                .filter((page) => (page.group ?? name) === group)
                .map((page) => (
                  <li key={page.path}>
                    <Link
                      to={page.path}
                      search={page.perBrand === true && brandSlug !== undefined ? { brand: brandSlug } : {}}
                      activeOptions={{ includeSearch: false }}
                      className="block rounded-md px-2 py-1 text-ink no-underline hover:bg-hover aria-[current=page]:bg-chosen aria-[current=page]:font-medium"
                    >
                      {page.title}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
