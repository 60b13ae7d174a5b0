import { memberName } from "../../data/memberName.ts"
import { priorities } from "../../tickets/priorities.ts"
import { Dot } from "../../ui/Dot.tsx"
import type { SearchField } from "./searchFields.ts"
import { parseSearch, toggled, withoutQuotes } from "./searchQuery.ts"
import { channels } from "./ticketFilters.ts"
import type { KnownHere } from "./useKnown.ts"

/** The most values that a facet shows; others have to be typed. */
const mostShown = 12

interface Props {
  readonly typed: string
  readonly known: KnownHere
  readonly onChange: (typed: string) => void
}

interface Value {
  readonly value: string
  readonly label: string
  readonly color?: string | undefined
}

/** Filters that can be clicked rather than typed. A click changes the text of the search. */
export default function Facets({ typed, known, onChange }: Props) {
  const { filters } = parseSearch(typed)
  return (
    <div className="flex flex-col gap-4">
      {facetsOf(known).map(({ field, title, values }) =>
        values.length === 0 ? undefined : (
          <fieldset key={field} className="min-w-0">
            <legend className="mb-1 text-sm font-semibold">{title}</legend>
            <div className="flex flex-wrap gap-1 md:flex-col md:gap-0">
              {values.slice(0, mostShown).map(({ color, label, value }) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={filters[field]?.includes(withoutQuotes(value)) === true}
                  onClick={() => onChange(toggled(typed, field, value))}
                  className="inline-flex min-h-7 max-w-full min-w-0 items-center gap-1.5 rounded border border-line px-2 text-left text-sm hover:bg-hover aria-pressed:bg-chosen aria-pressed:font-semibold md:border-transparent"
                >
                  {color === undefined ? undefined : <Dot color={color} />}
                  <span dir="auto" className="wrap-anywhere">
                    {label}
                  </span>
                </button>
              ))}
            </div>
          </fieldset>
        )
      )}
    </div>
  )
}

const facetsOf = ({
  brands,
  members,
  statuses,
  tags
}: KnownHere): ReadonlyArray<{
  readonly field: SearchField
  readonly title: string
  readonly values: ReadonlyArray<Value>
}> => [
  {
    field: "status",
    title: "Status",
    values: distinct(statuses.map(({ key, name, color }) => ({ value: key, label: name, color })))
  },
  { field: "priority", title: "Priority", values: priorities.map((value) => ({ value, label: value })) },
  { field: "channel", title: "Channel", values: channels.map(([value, label]) => ({ value, label })) },
  {
    field: "assignee",
    title: "Assignee",
    values: [
      { value: "me", label: "Me" },
      { value: "unassigned", label: "Nobody" },
      ...members.map((member) => ({ value: member.email, label: memberName(member) }))
    ]
  },
  {
    field: "brand",
    title: "Brand",
    values: brands.length < 2 ? [] : brands.map(({ slug, name, color }) => ({ value: slug, label: name, color }))
  },
  {
    field: "tag",
    title: "Tag",
    values: distinct(tags.map(({ name, color }) => ({ value: name, label: name, color })))
  }
]

/** Several brands may use the same name. */
const distinct = (values: ReadonlyArray<Value>) => [...new Map(values.map((one) => [one.value, one])).values()]
