import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import type { CompanyDetail, CompanyUpdate } from "@trunkline/sdk"
import { type ReactNode, useState } from "react"
import { client } from "../../app/client.ts"
import { keys, queryClient } from "../../app/queries.ts"
import { UnreadRecord } from "../../app/UnreadRecord.tsx"
import { usePageBrand } from "../../app/usePageBrand.ts"
import { NotedCard } from "../../fields/NotedCard.tsx"
import { DraftCard } from "../../forms/DraftCard.tsx"
import { Loaded } from "../../forms/Loaded.tsx"
import { type RecordWays, saveChanges } from "../../forms/saveOnto.ts"
import { becameOf, orNull, useDraft } from "../../forms/useDraft.ts"
import { TicketTable } from "../../tickets/TicketTable.tsx"
import { Button } from "../../ui/Button.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { CopyAsCurl } from "../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { Field, TextInput } from "../../ui/Field.tsx"
import { fieldError } from "../../ui/fieldError.ts"
import { MailAddress } from "../../ui/MailAddress.tsx"
import { Page } from "../../ui/Page.tsx"
import { Table } from "../../ui/Table.tsx"

/** One company: its people and their tickets. */
export default function CompanyPage() {
  const { companyId = "" } = useParams({ strict: false }) as { readonly companyId?: string }
  const brand = usePageBrand()
  const brandId = brand?.id ?? ""
  const found = useQuery({
    queryKey: keys.company(companyId),
    queryFn: ({ signal }) => client.companies.get(brandId, companyId, { signal }),
    enabled: brand !== undefined
  })
  const problem = { error: found.error, retry: () => void found.refetch() }
  if (brand === undefined || found.data === undefined) return <UnreadRecord title="Company" {...problem} />
  const failure = found.error === null ? undefined : <ErrorPanel {...problem} />
  return <Shown key={companyId} company={found.data} slug={brand.slug} failure={failure} />
}

interface Props {
  readonly company: CompanyDetail
  readonly slug: string
  /** Shown above data that could not be updated. */
  readonly failure: ReactNode
}

function Shown({ company, slug, failure }: Props) {
  const { brandId, customers = [], id, name } = company
  const navigate = useNavigate()
  const [deletes, setDeletes] = useState(false)
  const tickets = useQuery({
    queryKey: keys.ticketsOf(id),
    queryFn: async ({ signal }) =>
      (await client.tickets.list(brandId, { companyId: id, sort: "updatedAt", limit: 20 }, { signal })).data
  })
  const remove = async () => {
    await client.companies.delete(brandId, id)
    void queryClient.invalidateQueries({ queryKey: keys.companies })
    await navigate({ to: "/companies", search: { brand: slug } })
  }
  return (
    <Page
      title={name}
      actions={
        <>
          <CopyAsCurl call={{ method: "GET", path: `/v1/brands/${brandId}/companies/${id}` }} />
          <Button kind="danger" onClick={() => setDeletes(true)}>
            Delete
          </Button>
        </>
      }
    >
      {failure}
      <CompanyForm company={company} />
      <NotedCard entity="company" record={company} ways={companyWays} />
      <h2 className="text-lg font-semibold">People</h2>
      {customers.length === 0 ? (
        <p className="text-soft">None yet.</p>
      ) : (
        <Table
          caption="People"
          rows={customers}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Name",
              cell: ({ id, name, email }) => (
                <Link
                  to="/customers/$customerId"
                  params={{ customerId: id }}
                  search={{ brand: slug }}
                  className="text-ink no-underline hover:underline"
                >
                  {name ?? email}
                </Link>
              )
            },
            { title: "Email address", cell: ({ email }) => <MailAddress>{email}</MailAddress> }
          ]}
        />
      )}
      <h2 className="text-lg font-semibold">Tickets</h2>
      <Loaded query={tickets}>{(list) => <TicketTable tickets={list} slug={slug} />}</Loaded>
      {deletes ? (
        <ConfirmDialog title={`Delete ${name}?`} verb="Delete company" act={remove} onClose={() => setDeletes(false)}>
          Its people are kept, but no longer belong to a company.
        </ConfirmDialog>
      ) : undefined}
    </Page>
  )
}

/** Puts the company that the API has returned, without its people, into the cache, and reads it again in the background. */
const putCompany = (answered: CompanyDetail) => {
  const queryKey = keys.company(answered.id)
  queryClient.setQueryData<CompanyDetail>(queryKey, (known) => ({
    ...(known?.customers === undefined ? {} : { customers: known.customers }),
    ...answered
  }))
  for (const stale of [queryKey, keys.companies]) void queryClient.invalidateQueries({ queryKey: stale })
}

const companyWays: RecordWays<CompanyDetail, CompanyUpdate> = {
  read: ({ brandId, id }) => client.companies.get(brandId, id),
  update: ({ brandId, id }, changes, options) => client.companies.update(brandId, id, changes, options),
  put: putCompany
}

/** The company's form. Does not silently overwrite what somebody else has saved meanwhile. */
function CompanyForm({ company }: { readonly company: CompanyDetail }) {
  const draft = useDraft<CompanyUpdate>({ name: company.name, domain: company.domain ?? null })
  const { overtaken, set, value } = draft
  return (
    <DraftCard draft={draft} save={(changes) => saveChanges(companyWays, company, changes)}>
      {(error) => (
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Name" error={fieldError(error, "name")} hint={becameOf(overtaken.name)}>
            <TextInput
              required
              maxLength={200}
              value={value.name ?? ""}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field label="Domain" error={fieldError(error, "domain")} hint={becameOf(overtaken.domain)}>
            <TextInput value={value.domain ?? ""} onChange={(event) => set({ domain: orNull(event.target.value) })} />
          </Field>
        </div>
      )}
    </DraftCard>
  )
}
