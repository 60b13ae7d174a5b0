import { Navigate, useNavigate, useRouterState } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useBrands } from "../data/brands.ts"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Field, Select } from "../ui/Field.tsx"
import { Options } from "../ui/Options.tsx"
import type { Section } from "./definePage.ts"
import { pages } from "./pages.ts"
import { SectionMenu } from "./SectionMenu.tsx"
import { useIsAdmin } from "./session.ts"
import { usePageBrand } from "./usePageBrand.ts"

const names: Record<Section, string> = { settings: "Settings", developers: "Developers" }

interface Props {
  readonly section: Section
  /** The page. Without one, the section's own address leads to its first page that the member may see. */
  readonly children?: ReactNode
}

/** A page of a section, with the list of its pages beside it and, if it is about one brand, a choice of brands. */
export function SectionPage({ section, children }: Props) {
  const isAdmin = useIsAdmin()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const brand = usePageBrand()
  const own = pages.filter(
    (page) => page.section === section && page.hidden !== true && (isAdmin || page.adminOnly !== true)
  )
  const current = pages.find((page) => page.section === section && matches(page.path, path))
  const isForbidden = current?.adminOnly === true && !isAdmin
  const [first] = own
  if (children === undefined && first !== undefined) return <Navigate to={first.path} search replace />
  return (
    <div className="flex min-h-full flex-col lg:flex-row">
      <SectionMenu name={names[section]} pages={own} current={current} brandSlug={brand?.slug} />
      <div className="min-w-0 flex-1">
        {current?.perBrand === true && !isForbidden ? <BrandChoice /> : undefined}
        {isForbidden ? (
          <EmptyState isPage title="Only owners and admins can see this page">
            You are an agent in this organization. Ask an owner or admin to make the change, or to change your role.
          </EmptyState>
        ) : (
          children
        )}
      </div>
    </div>
  )
}

/** Whether a path matches a page's address, in live mode or, behind a prefix, in test mode. */
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
          {brand === undefined ? <option value="">Choose a brand</option> : undefined}
          <Options of={brands.map(({ name, slug }) => [slug, name])} />
        </Select>
      </Field>
    </div>
  )
}
