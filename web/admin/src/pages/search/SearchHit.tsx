import { Link } from "@tanstack/react-router"
import type { SearchResult } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { useBrands } from "../../data/brands.ts"
import { Icon, type IconName } from "../../ui/Icon.tsx"
import { Time } from "../../ui/Time.tsx"

const icons: Readonly<Record<string, IconName>> = {
  ticket: "mail",
  comment: "chat",
  customer: "user",
  company: "company"
}

/** One search result, with the matched words. */
export function SearchHit({ hit }: { readonly hit: SearchResult }) {
  const brand = useBrands().data?.find(({ id }) => id === hit.brandId)
  const number = hit.publicId?.split("-").at(-1)
  const inside = (
    <>
      <Icon name={icons[hit.type] ?? "search"} className="mt-1 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {hit.title}
          </span>
          <span className="text-xs text-soft">
            {hit.publicId} <Time at={hit.updatedAt} />
          </span>
        </span>
        <span dir="auto" className="block text-sm break-words text-soft">
          <Marked text={hit.snippet} matches={hit.matches} />
        </span>
      </span>
    </>
  )
  const look = "flex gap-3 px-2 py-2 text-ink no-underline hover:bg-hover"
  return (
    <li className="border-b border-line">
      {number !== undefined && brand !== undefined ? (
        <Link to="/b/$brand/t/$number" params={{ brand: brand.slug, number }} className={look}>
          {inside}
        </Link>
      ) : hit.type === "customer" ? (
        <Link
          to="/customers/$customerId"
          params={{ customerId: hit.id }}
          search={{ brand: brand?.slug }}
          className={look}
        >
          {inside}
        </Link>
      ) : hit.type === "company" ? (
        <Link
          to="/companies/$companyId"
          params={{ companyId: hit.id }}
          search={{ brand: brand?.slug }}
          className={look}
        >
          {inside}
        </Link>
      ) : (
        <div className={look}>{inside}</div>
      )}
    </li>
  )
}

/** A text with the matches marked: pairs of start and end, in UTF-16 units. */
function Marked({ text, matches }: { readonly text: string; readonly matches: ReadonlyArray<ReadonlyArray<unknown>> }) {
  const parts: Array<ReactNode> = []
  let from = 0
  for (const [start, end] of matches) {
    if (typeof start !== "number" || typeof end !== "number" || start < from) continue
    parts.push(text.slice(from, start))
    parts.push(
      <mark key={start} className="bg-warn-tint font-semibold text-warn">
        {text.slice(start, end)}
      </mark>
    )
    from = end
  }
  parts.push(text.slice(from))
  return parts
}
