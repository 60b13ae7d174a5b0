import { useNavigate, useSearch } from "@tanstack/react-router"
import { Suspense, useState } from "react"
import { lazyPart } from "../../app/lazyPart.tsx"
import { useSearchText } from "../../data/useSearchText.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Field, Select } from "../../ui/Field.tsx"
import { Options } from "../../ui/Options.tsx"
import { Page } from "../../ui/Page.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { QueryBar } from "./QueryBar.tsx"
import { SearchHit } from "./SearchHit.tsx"
import { parseSearch } from "./searchQuery.ts"
import { TicketHit } from "./TicketHit.tsx"
import { useFound } from "./useFound.ts"
import { useKnown } from "./useKnown.ts"

const Facets = lazyPart(() => import("./Facets.tsx"))

const kinds = [
  ["ticket", "Tickets"],
  ["comment", "Messages and notes"],
  ["customer", "Customers"],
  ["company", "Companies"]
] as const

/** Searches everything for words or, with filters, lists the matching tickets. All of it is in the address. */
export default function SearchPage() {
  const { q = "", types = "" } = useSearch({ strict: false }) as { readonly q?: string; readonly types?: string }
  const navigate = useNavigate()
  const search = (part: { readonly q?: string; readonly types?: string }, replace = false) =>
    void navigate({ to: "/search", search: { q, types, ...part }, replace })
  const [text, setText] = useSearchText(q, (q) => search({ q }, true))
  const [showsFacets, setShowsFacets] = useState(false)
  const known = useKnown(parseSearch(q).filters)
  const kind = kinds.find(([kind]) => kind === types)?.[0]
  const { call, isAsked, isFiltered, pages, unknown } = useFound(q, kind, known)
  // The address of a ticket names its brand: until the brands are known, no result could be opened.
  const hits = isAsked && known.brands.length > 0 ? pages.rows : undefined

  return (
    <Page
      title="Search"
      lead="Search for words, ticket numbers such as ACME-1042 or addresses. Results contain all words. Filters such as status:open find only tickets."
    >
      <search className="flex flex-wrap items-end gap-3">
        <Field label="Search for" className="min-w-60 flex-1">
          <QueryBar value={text} onChange={setText} known={known} />
        </Field>
        <Field label="In" className="w-48">
          <Select
            value={isFiltered ? "ticket" : types}
            disabled={isFiltered}
            onChange={({ target }) => search({ types: target.value })}
          >
            <option value="">Everything</option>
            <Options of={kinds} />
          </Select>
        </Field>
      </search>
      <div className="flex flex-col gap-4 md:flex-row md:gap-6">
        <div className="md:w-44 md:shrink-0">
          <Button className="md:hidden" aria-expanded={showsFacets} onClick={() => setShowsFacets(!showsFacets)}>
            Filters
          </Button>
          <section aria-label="Filters" className={`${showsFacets ? "mt-3" : "hidden"} md:mt-0 md:block`}>
            <Suspense>
              <Facets
                typed={text}
                known={known}
                onChange={(q) => {
                  setText(q)
                  search({ q })
                }}
              />
            </Suspense>
          </section>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          {known.error === null ? undefined : <ErrorPanel error={known.error} retry={known.readAgain} />}
          {pages.error === null ? undefined : <ErrorPanel error={pages.error} retry={pages.readAgain} />}
          <p role="status" className="text-sm text-soft">
            {unknown.length > 0
              ? `No such value: ${unknown.join(", ")}`
              : hits === undefined
                ? ""
                : `${hits.length}${pages.hasMore ? " and more" : ""} found`}
          </p>
          {isAsked && hits === undefined && pages.error === null ? <Skeleton lines={6} /> : undefined}
          {hits?.length === 0 ? (
            <EmptyState title="Nothing found" call={{ method: "GET", path: call }}>
              Spam and trash are searched only with is:spam or is:trash.
            </EmptyState>
          ) : undefined}
          <ul aria-label="Results" className="flex flex-col">
            {hits?.map((hit) =>
              "ticket" in hit ? (
                <TicketHit key={hit.id} ticket={hit.ticket} known={known} />
              ) : (
                <SearchHit key={hit.id} hit={hit.result} />
              )
            )}
          </ul>
          {hits !== undefined && pages.hasMore ? (
            <div>
              <Button busy={pages.isReadingMore} onClick={pages.readMore}>
                Show more
              </Button>
            </div>
          ) : undefined}
        </div>
      </div>
    </Page>
  )
}
