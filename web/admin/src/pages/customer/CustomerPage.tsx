import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import type { Customer } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { UnreadRecord } from "../../app/UnreadRecord.tsx"
import { usePageBrand } from "../../app/usePageBrand.ts"
import { NotedCard } from "../../fields/NotedCard.tsx"
import { Loaded } from "../../forms/Loaded.tsx"
import { TicketTable } from "../../tickets/TicketTable.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Page } from "../../ui/Page.tsx"
import { CustomerActions } from "./CustomerActions.tsx"
import { CustomerForm } from "./CustomerForm.tsx"
import { customerWays } from "./customerQueries.ts"
import { IdentitiesCard } from "./IdentitiesCard.tsx"

/** One customer: who they are, how to reach them, and their tickets. */
export default function CustomerPage() {
  const { customerId = "" } = useParams({ strict: false }) as { readonly customerId?: string }
  const brand = usePageBrand()
  const brandId = brand?.id ?? ""
  const found = useQuery({
    queryKey: keys.customer(customerId),
    queryFn: ({ signal }) => client.customers.get(brandId, customerId, { signal }),
    enabled: brand !== undefined
  })
  const problem = { error: found.error, retry: () => void found.refetch() }
  if (brand === undefined || found.data === undefined) return <UnreadRecord title="Customer" {...problem} />
  const failure = found.error === null ? undefined : <ErrorPanel {...problem} />
  return <Shown key={customerId} customer={found.data} slug={brand.slug} failure={failure} />
}

interface Props {
  readonly customer: Customer
  readonly slug: string
  /** Shown above data that could not be updated. */
  readonly failure: ReactNode
}

function Shown({ customer, slug, failure }: Props) {
  const { brandId, email, emailBouncedAt, id, isBlocked, name } = customer
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
          {emailBouncedAt === undefined ? undefined : <Badge tone="warn">Email bounces</Badge>}
        </>
      }
      actions={<CustomerActions customer={customer} slug={slug} />}
    >
      {failure}
      <CustomerForm customer={customer} />
      <IdentitiesCard customer={customer} />
      <NotedCard entity="customer" record={customer} ways={customerWays} />
      <h2 className="flex items-center gap-3 text-lg font-semibold">
        Tickets
        <Link
          to="/inbox"
          search={{ view: "all", customer: id }}
          className="inline-flex min-h-6 items-center text-sm font-normal text-accent underline"
        >
          View in the list
        </Link>
      </h2>
      <Loaded query={tickets}>{(list) => <TicketTable tickets={list} slug={slug} />}</Loaded>
    </Page>
  )
}
