import { useNavigate } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { useCategories, useMembers, useStatuses, useTags } from "../../data/brands.ts"
import { memberName } from "../../data/memberName.ts"
import { type InboxSearch, isNarrowed, orderOf, viewOf } from "../../data/views.ts"
import { priorities } from "../../tickets/priorities.ts"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { Options } from "../../ui/Options.tsx"

type Choices = ReadonlyArray<readonly [value: string, label: string]>

const statusCategories: Choices = [
  ["open", "Open"],
  ["pending", "Pending"],
  ["resolved", "Resolved"],
  ["closed", "Closed"]
]
/** The sort orders by their values in the address: `sort`, or `sort order`. */
const orders: Choices = [
  ["updatedAt asc", "Least recently changed"],
  ["createdAt desc", "Newest"],
  ["createdAt asc", "Oldest"],
  ["priority desc", "Priority"],
  ["dueAt asc", "Due first"]
]

interface Props {
  readonly search: InboxSearch
  /** The listed brand, if there is only one. */
  readonly brandId: string | undefined
  /** The listed tickets. One of them has the name of the customer that the list is filtered by. */
  readonly tickets: ReadonlyArray<Ticket>
}

/** The list's filters and order. Everything in the address is shown here, and can be removed. */
export function InboxFilters({ search, brandId, tickets }: Props) {
  const navigate = useNavigate()
  const members = useMembers().data ?? []
  const change = (part: InboxSearch) => void navigate({ to: "/inbox", search: { ...search, ...part } })
  const view = viewOf(search)
  const { sort, order } = orderOf(search)
  const customer = tickets.find(({ customerId }) => customerId === search.customer)
  return (
    <div className="flex flex-wrap items-center gap-1">
      {brandId === undefined ? (
        <Filter
          name="Status"
          value={search.status}
          options={statusCategories}
          onChange={(status) => change({ status })}
        />
      ) : (
        <OfBrand brandId={brandId} search={search} onChange={change} />
      )}
      <Filter
        name="Priority"
        value={search.priority}
        options={priorities.map((one) => [one, one])}
        onChange={(priority) => change({ priority })}
      />
      {view === "mine" || view === "unassigned" || (members.length < 2 && search.assignee === undefined) ? undefined : (
        <Filter
          name="Assignee"
          value={search.assignee}
          options={[...members.map((one) => [one.id, memberName(one)] as const), ["unassigned", "Nobody"]]}
          onChange={(assignee) => change({ assignee })}
        />
      )}
      <Filter
        name="Order"
        all="Last change"
        value={sort === "updatedAt" && order === "desc" ? undefined : `${sort} ${order}`}
        options={orders}
        onChange={(chosen) => {
          const [sort, order] = chosen?.split(" ") ?? []
          change({ sort, order })
        }}
      />
      {search.customer === undefined ? undefined : (
        <Taken what="Customer" onRemove={() => change({ customer: undefined })}>
          {customer?.customerName ?? customer?.customerEmail ?? search.customer}
        </Taken>
      )}
      {search.q === undefined ? undefined : (
        <Taken what="Words" onRemove={() => change({ q: undefined })}>
          {search.q}
        </Taken>
      )}
      {isNarrowed(search) ? (
        <IconButton
          icon="close"
          label="Clear filters"
          onClick={({ currentTarget }) => {
            focusFirst(currentTarget)
            void navigate({ to: "/inbox", search: { view: search.view, brand: search.brand } })
          }}
        />
      ) : undefined}
    </div>
  )
}

/** A pressed button disappears with the filter that it removes, so focus moves to the first filter. */
const focusFirst = (pressed: Element) => pressed.parentElement?.querySelector("select")?.focus()

interface OfBrandProps {
  readonly brandId: string
  readonly search: InboxSearch
  readonly onChange: (part: InboxSearch) => void
}

/** The filters whose values belong to a brand. */
function OfBrand({ brandId, search, onChange }: OfBrandProps) {
  const statuses = useStatuses(brandId).data?.map(({ key, name }) => [key, name] as const)
  const tags = useTags(brandId).data ?? []
  const categories = useCategories(brandId).data ?? []
  return (
    <>
      <Filter
        name="Status"
        value={search.status}
        options={statuses ?? statusCategories}
        onChange={(status) => onChange({ status })}
      />
      <OfList name="Tag" value={search.tag} list={tags} onChange={(tag) => onChange({ tag })} />
      <OfList
        name="Category"
        value={search.category}
        list={categories}
        onChange={(category) => onChange({ category })}
      />
    </>
  )
}

interface FilterProps {
  readonly name: string
  /** The label when nothing is chosen. */
  readonly all?: string
  readonly value: string | undefined
  readonly options: Choices
  readonly onChange: (value: string | undefined) => void
}

interface OfListProps extends Omit<FilterProps, "options"> {
  readonly list: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** A filter by a list that may be empty. */
const OfList = ({ list, ...rest }: OfListProps) =>
  list.length === 0 && rest.value === undefined ? undefined : (
    <Filter options={list.map(({ id, name }) => [id, name])} {...rest} />
  )

function Filter({ name, all = name, value = "", options, onChange }: FilterProps) {
  // An address can hold values that are not offered here, such as two statuses.
  const isOffered = value === "" || options.some(([key]) => key === value)
  return (
    <select
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
      className={`field-sizing-content min-h-7 max-w-32 rounded-md border px-1 text-sm ${value === "" ? "border-line bg-card text-soft" : "border-accent bg-chosen text-ink"}`}
    >
      <option value="">{all}</option>
      <Options of={isOffered ? options : [...options, [value, value]]} />
    </select>
  )
}

interface TakenProps {
  readonly what: string
  readonly children: string
  readonly onRemove: () => void
}

/** A filter in the address that no input here offers. */
function Taken({ what, children, onRemove }: TakenProps) {
  return (
    <button
      type="button"
      title="Remove this filter"
      onClick={({ currentTarget }) => {
        focusFirst(currentTarget)
        onRemove()
      }}
      className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-md border border-accent bg-chosen px-1.5 text-sm text-ink"
    >
      <span className="min-w-0 truncate">
        {what}: <span dir="auto">{children}</span>
      </span>
      <span className="sr-only">, remove this filter</span>
      <Icon name="close" className="size-3.5 shrink-0" />
    </button>
  )
}
