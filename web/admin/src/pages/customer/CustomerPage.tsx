import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import type { Customer } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { usePageBrand } from "../../app/usePageBrand.ts"
import { TicketTable } from "../../tickets/TicketTable.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { CopyAsCurl } from "../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Page } from "../../ui/Page.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { CustomerForm } from "./CustomerForm.tsx"

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
  return <Shown key={found.data.version} customer={found.data} slug={brand.slug} />
}

function Shown({ customer, slug }: { readonly customer: Customer; readonly slug: string }) {
  const { brandId, email, id, identities = [], metadata, name } = customer
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [deletes, setDeletes] = useState(false)
  const tickets = useQuery({
    queryKey: keys.ticketsOf(id),
    queryFn: async ({ signal }) =>
      (await client.tickets.list(brandId, { customerId: id, isSpam: "all", sort: "updatedAt", limit: 20 }, { signal }))
        .data
  })
  const remove = async () => {
    await client.customers.delete(brandId, id)
    await queryClient.invalidateQueries({ queryKey: keys.customers })
    void navigate({ to: "/customers", search: { brand: slug } })
  }
  return (
    <Page
      title={name ?? email}
      lead={name === undefined ? undefined : email}
      actions={
        <>
          <CopyAsCurl call={{ method: "GET", path: `/v1/brands/${brandId}/customers/${id}` }} />
          <Button kind="danger" onClick={() => setDeletes(true)}>
            Delete
          </Button>
        </>
      }
    >
      <CustomerForm customer={customer} />
      {identities.length === 0 && metadata === undefined ? undefined : (
        <Card title="Known as">
          <pre className="overflow-x-auto font-mono text-xs whitespace-pre-wrap">
            {JSON.stringify({ identities, metadata }, null, 2)}
          </pre>
        </Card>
      )}
      <h2 className="flex items-center gap-3 text-lg font-semibold">
        Tickets
        <Link to="/inbox" search={{ view: "all", customer: id }} className="text-sm font-normal text-accent underline">
          in the list
        </Link>
      </h2>
      {tickets.error === null ? undefined : <ErrorPanel error={tickets.error} retry={() => void tickets.refetch()} />}
      {tickets.data === undefined ? <Skeleton /> : <TicketTable tickets={tickets.data} slug={slug} />}
      {deletes ? (
        <ConfirmDialog
          title={`Delete ${name ?? email}?`}
          verb="Delete the customer"
          act={remove}
          onClose={() => setDeletes(false)}
        >
          The customer is hidden and signed out of the portal. Their tickets stay, and a new message from {email} makes
          a new customer.
        </ConfirmDialog>
      ) : undefined}
    </Page>
  )
}
