import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { Link, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { usePageBrand } from "../../app/usePageBrand.ts"
import { SearchBar } from "../../data/SearchBar.tsx"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Page } from "../../ui/Page.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { Table } from "../../ui/Table.tsx"
import { Time } from "../../ui/Time.tsx"
import { NewCompanyDialog } from "./NewCompanyDialog.tsx"

/** Companies whose people write to a brand. */
export default function CompaniesPage() {
  const { q = "" } = useSearch({ strict: false }) as { readonly q?: string }
  const brand = usePageBrand()
  const brandId = brand?.id ?? ""
  const [creates, setCreates] = useState(false)
  const list = useInfiniteQuery({
    queryKey: [...keys.companies, brandId, q],
    queryFn: async ({ pageParam, signal }) => {
      const search = q === "" ? {} : { search: q }
      const cursor = pageParam === undefined ? {} : { cursor: pageParam }
      const order = { sort: "name", order: "asc", limit: 50 } as const
      const { data, nextCursor } = await client.companies.list(brandId, { ...order, ...search, ...cursor }, { signal })
      return { data, nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: brand !== undefined,
    placeholderData: keepPreviousData
  })
  const companies = list.data?.pages.flatMap(({ data }) => data) ?? []
  const create = <Button onClick={() => setCreates(true)}>New company</Button>
  return (
    <Page
      title="Companies"
      lead="Customers whose mail comes from a company's domain belong to it by themselves."
      actions={create}
    >
      <SearchBar label="Name or domain" q={q} brandSlug={brand?.slug} />
      {list.error === null ? undefined : <ErrorPanel error={list.error} retry={() => void list.refetch()} />}
      {list.isPending ? <Skeleton lines={6} /> : undefined}
      {list.isSuccess && companies.length === 0 ? (
        <EmptyState
          title={q === "" ? "No companies" : "Nothing matches"}
          call={{
            method: "POST",
            path: `/v1/brands/${brandId}/companies`,
            body: { name: "North Outdoor", domain: "north.example" }
          }}
        >
          A company holds the customers who work there together, so that what one asked helps another.
        </EmptyState>
      ) : undefined}
      {companies.length === 0 ? undefined : (
        <Table
          caption="Companies"
          rows={companies}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Company",
              cell: ({ id, name }) => (
                <Link
                  to="/companies/$companyId"
                  params={{ companyId: id }}
                  search={{ brand: brand?.slug }}
                  className="font-medium text-ink no-underline hover:underline"
                >
                  {name}
                </Link>
              )
            },
            { title: "Domain", cell: ({ domain }) => domain ?? "" },
            { title: "Since", align: "end", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
          ]}
        />
      )}
      {list.hasNextPage ? (
        <div>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : undefined}
      {creates && brand !== undefined ? (
        <NewCompanyDialog brand={brand} onClose={() => setCreates(false)} />
      ) : undefined}
    </Page>
  )
}
