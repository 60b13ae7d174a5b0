import { Link, useSearch } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { SearchBar } from "../../data/SearchBar.tsx"
import { usePages } from "../../data/usePages.ts"
import { BrandPage } from "../../forms/BrandPage.tsx"
import { PagedRows } from "../../forms/PagedRows.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { MailAddress } from "../../ui/MailAddress.tsx"
import { Table } from "../../ui/Table.tsx"
import { Time } from "../../ui/Time.tsx"
import { NewCustomerDialog } from "./NewCustomerDialog.tsx"

/** Everybody who has written to a brand. */
export default function CustomersPage() {
  const [making, setMaking] = useState(false)
  return (
    <BrandPage
      title="Customers"
      lead="Everyone who has a ticket or was added by your software."
      actions={() => <Button onClick={() => setMaking(true)}>New customer</Button>}
    >
      {(brand) => (
        <>
          <Customers brand={brand} />
          {making ? <NewCustomerDialog brand={brand} onClose={() => setMaking(false)} /> : undefined}
        </>
      )}
    </BrandPage>
  )
}

function Customers({ brand }: { readonly brand: Brand }) {
  const { q = "" } = useSearch({ strict: false }) as { readonly q?: string }
  const search = q === "" ? {} : { search: q }
  const customers = usePages([...keys.customers, brand.id, q], (cursor, options) =>
    client.customers.list(brand.id, { ...search, ...cursor, limit: 50 }, options)
  )
  return (
    <>
      <SearchBar label="Name, address or company" q={q} brandSlug={brand.slug} />
      <PagedRows
        pages={customers}
        empty={
          <EmptyState
            title={q === "" ? "No customers yet" : "No matches"}
            call={{
              method: "POST",
              path: `/v1/brands/${brand.id}/customers`,
              body: { email: "ada@example.com", name: "Ada Byron" }
            }}
          >
            Everyone who writes to you becomes a customer. Your software can create customers too.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Customers"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Customer",
                cell: ({ id, name, email }) => (
                  <Link
                    to="/customers/$customerId"
                    params={{ customerId: id }}
                    search={{ brand: brand.slug }}
                    className="text-ink no-underline hover:underline"
                  >
                    <span className="block font-medium">{name ?? email}</span>
                    {name === undefined ? undefined : (
                      <span className="block text-sm text-soft">
                        <MailAddress>{email}</MailAddress>
                      </span>
                    )}
                  </Link>
                )
              },
              {
                title: "Company",
                wide: true,
                cell: ({ company }) => <span className="wrap-anywhere">{company?.name}</span>
              },
              {
                title: "State",
                cell: ({ isBlocked, emailBouncedAt, notifyEmail }) =>
                  isBlocked ? (
                    <Badge tone="bad">Blocked</Badge>
                  ) : emailBouncedAt !== undefined ? (
                    <Badge tone="warn">Email bounces</Badge>
                  ) : notifyEmail ? undefined : (
                    <Badge>Email is off</Badge>
                  )
              },
              { title: "Tickets", align: "end", cell: ({ _count }) => _count?.tickets ?? "" },
              { title: "Since", align: "end", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
            ]}
          />
        )}
      </PagedRows>
    </>
  )
}
