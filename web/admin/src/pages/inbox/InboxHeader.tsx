import { useNavigate } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { useBrands } from "../../data/brands.ts"
import { type InboxSearch, viewOf, views } from "../../data/views.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { InboxFilters } from "./InboxFilters.tsx"
import type { Density } from "./rowDensity.ts"

interface Props {
  readonly search: InboxSearch
  /** The listed tickets. */
  readonly tickets: ReadonlyArray<Ticket>
  readonly count: string
  readonly density: Density
  readonly onDensity: () => void
}

/** The title, filters and order of the list, all of them in the address. */
export function InboxHeader({ search, tickets, count, density, onDensity }: Props) {
  const navigate = useNavigate()
  const brands = useBrands().data ?? []
  const brand = brands.find(({ slug }) => slug === search.brand) ?? (brands.length === 1 ? brands[0] : undefined)
  return (
    <header className="flex flex-col gap-1.5 border-b border-line px-2 py-2">
      <div className="flex items-center gap-2">
        <h1 className="text-lg font-semibold">
          {views[viewOf(search)].title}
          {search.brand === undefined || brand === undefined ? "" : ` · ${brand.name}`}
        </h1>
        <span className="flex-1 text-sm text-soft">{count}</span>
        <IconButton
          icon={density === "compact" ? "rows" : "lines"}
          label={density === "compact" ? "Two lines per ticket" : "One line per ticket"}
          onClick={onDensity}
        />
        <IconButton icon="plus" label="New ticket" onClick={() => void navigate({ to: "/new" })} />
      </div>
      <InboxFilters search={search} brandId={brand?.id} tickets={tickets} />
    </header>
  )
}
