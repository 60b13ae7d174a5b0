import { Link, useNavigate, useRouterState } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useBrands } from "../data/brands.ts"
import { Field, Select } from "../ui/Field.tsx"
import type { Section } from "./definePage.ts"
import { pages } from "./pages.ts"
import { useIsAdmin } from "./session.ts"
import { usePageBrand } from "./usePageBrand.ts"

const names: Record<Section, string> = { settings: "Settings", developers: "Developers" }

/** A page of a part that has a list of its pages beside it, and where it is about one brand, a choice of brands. */
export function SectionPage({ section, children }: { readonly section: Section; readonly children: ReactNode }) {
  const isAdmin = useIsAdmin()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const brand = usePageBrand()
  const own = pages.filter(
    (page) => page.section === section && page.hidden !== true && (isAdmin || page.adminOnly !== true)
  )
  const groups = [...new Set(own.map(({ group }) => group ?? names[section]))]
  const isPerBrand = pages.some(
    (page) => page.section === section && page.perBrand === true && matches(page.path, path)
  )
  return (
    <div className="flex min-h-full flex-col md:flex-row">
      <nav aria-label={names[section]} className="shrink-0 border-line p-3 max-md:border-b md:w-56 md:border-r">
        {groups.map((group) => (
          <section key={group} className="mb-3">
            <h2 className="px-2 pb-1 text-xs font-semibold text-soft">{group}</h2>
            <ul className="flex flex-wrap gap-x-1 md:flex-col">
              {own
                .filter((page) => (page.group ?? names[section]) === group)
                .map((page) => (
                  <li key={page.path}>
                    <Link
                      to={page.path}
                      search={page.perBrand === true && brand !== undefined ? { brand: brand.slug } : {}}
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
      </nav>
      <div className="min-w-0 flex-1">
        {isPerBrand ? <BrandChoice /> : undefined}
        {children}
      </div>
    </div>
  )
}

const matches = (pattern: string, path: string) => new RegExp(`${pattern.replaceAll(/\$[^/]+/g, "[^/]+")}$`).test(path)

function BrandChoice() {
  const brands = useBrands().data ?? []
  const brand = usePageBrand()
  const navigate = useNavigate()
  if (brands.length < 2) return undefined
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-4 md:px-6">
      <Field label="Brand" className="max-w-64">
        <Select
          value={brand?.slug ?? ""}
          onChange={(event) => void navigate({ to: ".", search: { brand: event.target.value } })}
        >
          {brands.map(({ id, name, slug }) => (
            <option key={id} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
