import { Link, useSearch } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { SearchBar } from "../../data/SearchBar.tsx"
import { usePages } from "../../data/usePages.ts"
import { BrandPage } from "../../forms/BrandPage.tsx"
import { PagedRows } from "../../forms/PagedRows.tsx"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { Table } from "../../ui/Table.tsx"
import { Time } from "../../ui/Time.tsx"
import { NewCompanyDialog } from "./NewCompanyDialog.tsx"

/** The companies whose people write to a brand. */
export default function CompaniesPage() {
  const [creates, setCreates] = useState(false)
  return (
    <BrandPage
      title="Companies"
      lead="Customers who write from a company's domain are added to it automatically."
      actions={() => <Button onClick={() => setCreates(true)}>New company</Button>}
    >
      {(brand) => (
        <>
          <Companies brand={brand} />
          {creates ? <NewCompanyDialog brand={brand} onClose={() => setCreates(false)} /> : undefined}
        </>
      )}
    </BrandPage>
  )
}

function Companies({ brand }: { readonly brand: Brand }) {
  const { q = "" } = useSearch({ strict: false }) as { readonly q?: string }
  const search = q === "" ? {} : { search: q }
  const companies = usePages([...keys.companies, brand.id, q], (cursor, options) =>
    client.companies.list(brand.id, { sort: "name", order: "asc", limit: 50, ...search, ...cursor }, options)
  )
  return (
    <>
      <SearchBar label="Name or domain" q={q} brandSlug={brand.slug} />
      <PagedRows
        pages={companies}
        empty={
          <EmptyState
            title={q === "" ? "No companies" : "No matches"}
            call={{
              method: "POST",
              path: `/v1/brands/${brand.id}/companies`,
              body: { name: "North Outdoor", domain: "north.example" }
            }}
          >
            A company groups the customers who work there, with all their tickets on one page.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Companies"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Company",
                cell: ({ id, name }) => (
                  <Link
                    to="/companies/$companyId"
                    params={{ companyId: id }}
                    search={{ brand: brand.slug }}
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
      </PagedRows>
    </>
  )
}
