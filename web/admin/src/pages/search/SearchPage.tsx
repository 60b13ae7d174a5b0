import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { useBrands } from "../../data/brands.ts"
import { useSearchText } from "../../data/useSearchText.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Field, Select, TextInput } from "../../ui/Field.tsx"
import { Page } from "../../ui/Page.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { SearchHit } from "./SearchHit.tsx"

/** Characters that a search needs. */
const shortest = 2
const kinds = [
  ["", "Everything"],
  ["ticket", "Tickets"],
  ["comment", "Messages and notes"],
  ["customer", "Customers"],
  ["company", "Companies"]
] as const

/** Looks for words in everything: tickets, what was said in them, customers and companies. */
export default function SearchPage() {
  const { q = "", types = "" } = useSearch({ strict: false }) as { readonly q?: string; readonly types?: string }
  const navigate = useNavigate()
  const [text, setText] = useSearchText(
    q,
    (text) => void navigate({ to: "/search", search: { q: text, types }, replace: true })
  )

  const isAsked = q.trim().length >= shortest
  const found = useInfiniteQuery({
    queryKey: [...keys.search, q, types],
    queryFn: async ({ pageParam, signal }) => {
      const kind = kinds.map(([kind]) => kind).find((kind) => kind === types)
      const cursor = pageParam === undefined ? {} : { cursor: pageParam }
      const { data, nextCursor } = await client.search.find(
        { q, ...(kind === undefined || kind === "" ? {} : { types: kind }), ...cursor },
        { signal }
      )
      return { data, nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isAsked,
    placeholderData: keepPreviousData
  })
  // The address of a ticket names its brand: until the brands are there, nothing that was found could be opened.
  const knowsBrands = useBrands().data !== undefined
  const hits = isAsked && knowsBrands ? found.data?.pages.flatMap(({ data }) => data) : undefined
  const readAgain = () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())

  return (
    <Page title="Search" lead="Words, numbers such as ACME-1042, addresses. All words have to occur.">
      <search className="flex flex-wrap items-end gap-3">
        <Field label="Search for" className="min-w-60 flex-1">
          <TextInput
            type="search"
            autoFocus
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field label="In" className="w-48">
          <Select
            value={types}
            onChange={(event) =>
              void navigate({ to: "/search", search: { q, types: event.target.value }, replace: true })
            }
          >
            {kinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </search>
      {found.error === null ? undefined : <ErrorPanel error={found.error} retry={readAgain} />}
      <p role="status" className="text-sm text-soft">
        {hits === undefined ? "" : `${hits.length}${found.hasNextPage ? " and more" : ""} found`}
      </p>
      {isAsked && hits === undefined && found.error === null ? <Skeleton lines={6} /> : undefined}
      {hits?.length === 0 ? (
        <EmptyState title="Nothing found" call={{ method: "GET", path: `/v1/search?${new URLSearchParams({ q })}` }}>
          Spam and the trash are not searched; they have lists of their own.
        </EmptyState>
      ) : undefined}
      <ul aria-label="Found" className="flex flex-col">
        {hits?.map((hit) => (
          <SearchHit key={hit.id} hit={hit} />
        ))}
      </ul>
      {hits !== undefined && found.hasNextPage ? (
        <div>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : undefined}
    </Page>
  )
}
