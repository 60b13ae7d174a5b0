import { useNavigate } from "@tanstack/react-router"
import { useBrands, useStatuses, useTags } from "../../data/brands.ts"
import { type InboxSearch, sorts, viewOf, views } from "../../data/views.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import type { Density } from "./rowDensity.ts"

const priorities = ["urgent", "high", "medium", "normal", "low"]
const categories = [
  { key: "open", name: "Open" },
  { key: "pending", name: "Pending" },
  { key: "resolved", name: "Resolved" },
  { key: "closed", name: "Closed" }
]

interface Props {
  readonly search: InboxSearch
  readonly count: string
  readonly density: Density
  readonly onDensity: () => void
}

/** What the list shows, and what narrows it: all of it stands in the address. */
export function InboxHeader({ search, count, density, onDensity }: Props) {
  const navigate = useNavigate()
  const brands = useBrands().data ?? []
  const brand = brands.find(({ slug }) => slug === search.brand) ?? (brands.length === 1 ? brands[0] : undefined)
  const tags = useTags(brand?.id).data ?? []
  const change = (part: InboxSearch) => void navigate({ to: "/inbox", search: { ...search, ...part }, replace: true })
  const isNarrowed = [search.status, search.priority, search.tag, search.q, search.assignee, search.customer].some(
    (value) => value !== undefined && value !== ""
  )
  return (
    <header className="flex flex-col gap-1.5 border-b border-line px-2 py-2">
      <div className="flex items-center gap-2">
        <h1 className="text-lg font-semibold">
          {views[viewOf(search)].title}
          {search.brand === undefined || brand === undefined ? "" : ` · ${brand.name}`}
        </h1>
        <span className="flex-1 text-sm text-soft">{count}</span>
        {isNarrowed ? (
          <IconButton
            icon="close"
            label="Show all of the view"
            onClick={() => void navigate({ to: "/inbox", search: { view: search.view, brand: search.brand } })}
          />
        ) : undefined}
        <IconButton
          icon={density === "compact" ? "rows" : "lines"}
          label={density === "compact" ? "Two lines each" : "One line each"}
          onClick={onDensity}
        />
        <IconButton icon="plus" label="New ticket" onClick={() => void navigate({ to: "/new" })} />
      </div>
      <div className="flex flex-wrap gap-1">
        {brand === undefined ? (
          <Filter
            name="Status"
            value={search.status}
            options={categories.map(({ key, name }) => [key, name])}
            onChange={(status) => change({ status })}
          />
        ) : (
          <StatusFilter brandId={brand.id} value={search.status} onChange={(status) => change({ status })} />
        )}
        <Filter
          name="Priority"
          value={search.priority}
          options={priorities.map((one) => [one, one])}
          onChange={(priority) => change({ priority })}
        />
        {tags.length === 0 ? undefined : (
          <Filter
            name="Tag"
            value={search.tag}
            options={tags.map(({ id, name }) => [id, name])}
            onChange={(tag) => change({ tag })}
          />
        )}
        <Filter
          name="Order"
          all="Last change"
          value={search.sort}
          options={Object.entries(sorts).slice(1)}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </header>
  )
}

interface FilterProps {
  readonly name: string
  /** What it says when nothing is chosen. */
  readonly all?: string
  readonly value: string | undefined
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly onChange: (value: string | undefined) => void
}

function Filter({ name, all = name, value = "", options, onChange }: FilterProps) {
  return (
    <select
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
      className={`field-sizing-content min-h-7 max-w-32 rounded-md border px-1 text-sm ${value === "" ? "border-line bg-card text-soft" : "border-accent bg-chosen text-ink"}`}
    >
      <option value="">{all}</option>
      {options.map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  )
}

function StatusFilter({ brandId, ...rest }: { readonly brandId: string } & Pick<FilterProps, "value" | "onChange">) {
  const statuses = useStatuses(brandId).data ?? categories
  return <Filter name="Status" options={statuses.map(({ key, name }) => [key, name])} {...rest} />
}
