import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import type { Customer } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { usePageBrand } from "../../app/usePageBrand.ts"
import { NotedCard } from "../../fields/NotedCard.tsx"
import { TicketTable } from "../../tickets/TicketTable.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Page } from "../../ui/Page.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { CustomerActions } from "./CustomerActions.tsx"
import { CustomerForm } from "./CustomerForm.tsx"
import { putCustomer } from "./customerQueries.ts"
import { IdentitiesCard } from "./IdentitiesCard.tsx"

/** One customer: who they are, how we reach them, and what they asked. */
export default function CustomerPage() {
  const { customerId = "" } = useParams({ strict: false }) as { readonly customerId?: string }
  const brand = usePageBrand()
  const brandId = brand?.id ?? ""
  const found = useQuery({
    queryKey: keys.customer(customerId),
    queryFn: ({ signal }) => client.customers.get(brandId, customerId, { signal }),
    enabled: brand !== undefined
  })
  if (found.error !== null)
    return (
      <Page title="Customer">
        <ErrorPanel error={found.error} retry={() => void found.refetch()} />
      </Page>
    )
  if (brand === undefined || found.data === undefined) return <Skeleton lines={8} />
  return <Shown key={customerId} customer={found.data} slug={brand.slug} />
}

function Shown({ customer, slug }: { readonly customer: Customer; readonly slug: string }) {
  const { brandId, email, emailBouncedAt, id, isBlocked, metadata, name, version } = customer
  const tickets = useQuery({
    queryKey: keys.ticketsOf(id),
    queryFn: async ({ signal }) =>
      (await client.tickets.list(brandId, { customerId: id, isSpam: "all", sort: "updatedAt", limit: 20 }, { signal }))
        .data
  })
  return (
    <Page
      title={name ?? email}
      lead={
        <>
          {name === undefined ? undefined : email} {isBlocked ? <Badge tone="bad">Blocked</Badge> : undefined}{" "}
          {emailBouncedAt === undefined ? undefined : <Badge tone="warn">Mail comes back</Badge>}
        </>
      }
      actions={<CustomerActions customer={customer} slug={slug} />}
    >
      <CustomerForm key={version} customer={customer} />
      <IdentitiesCard customer={customer} />
      <NotedCard
        brandId={brandId}
        entity="customer"
        metadata={metadata}
        save={async (metadata) =>
          putCustomer(await client.customers.update(brandId, id, { metadata }, { ifMatch: `"${version}"` }))
        }
      />
      <h2 className="flex items-center gap-3 text-lg font-semibold">
        Tickets
        <Link to="/inbox" search={{ view: "all", customer: id }} className="text-sm font-normal text-accent underline">
          in the list
        </Link>
      </h2>
      {tickets.error === null ? undefined : <ErrorPanel error={tickets.error} retry={() => void tickets.refetch()} />}
      {tickets.data === undefined ? <Skeleton /> : <TicketTable tickets={tickets.data} slug={slug} />}
    </Page>
  )
}
