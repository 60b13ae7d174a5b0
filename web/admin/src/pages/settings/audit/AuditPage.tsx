import { useNavigate, useSearch } from "@tanstack/react-router"
import type { AuditLogEntry, LogsOfAccountQuery } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { useBrands } from "../../../data/brands.ts"
import { usePages } from "../../../data/usePages.ts"
import { FilterWords } from "../../../forms/FilterWords.tsx"
import { PagedRows } from "../../../forms/PagedRows.tsx"
import { wayOf } from "../../../tickets/wayWords.ts"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Field, Select } from "../../../ui/Field.tsx"
import { Options } from "../../../ui/Options.tsx"
import { Page } from "../../../ui/Page.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"

const pageSize = 50
const entityTypes = [
  ...["account", "member", "api_key", "brand", "channel", "webhook", "status", "tag", "category", "field"],
  ...["ticket", "comment", "attachment", "customer", "company"]
]

/** The parameters of this page's address. */
interface AuditSearch {
  readonly type?: string
  readonly event?: string
  readonly by?: string
  /** Slug of the brand whose log is shown; without one, the account's log. */
  readonly brand?: string
  /** Id of the request that caused the entries. */
  readonly request?: string
}

/** Who did it, according to an entry. */
const performerOf = ({ performedBy: { type, email, name, apiKeyPrefix } }: AuditLogEntry): string =>
  email ?? name ?? (apiKeyPrefix === undefined ? type : `key ${apiKeyPrefix}…`)

export default function AuditPage() {
  const search = useSearch({ strict: false }) as AuditSearch
  const navigate = useNavigate()
  const [opened, setOpened] = useState<AuditLogEntry>()
  const narrow = (more: AuditSearch) => void navigate({ to: ".", search: { ...search, ...more } })
  const brands = useBrands().data
  const brandId = search.brand ? (brands?.find(({ slug }) => slug === search.brand)?.id ?? search.brand) : undefined
  const given = {
    entityType: search.type,
    event: search.event,
    performerType: search.by,
    requestId: search.request
  }
  // The API reports values in the address that it does not know.
  const words = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const filter: LogsOfAccountQuery = Object.fromEntries(words)
  const entries = usePages(
    ["audit", brandId, filter],
    (cursor, options) => {
      const asked = { ...filter, ...cursor, limit: pageSize }
      return brandId === undefined
        ? client.logs.ofAccount(asked, options)
        : client.logs.ofBrand(brandId, asked, options)
    },
    { enabled: brandId === undefined || brands !== undefined }
  )
  const path = brandId === undefined ? "/v1/accounts/me/logs" : `/v1/brands/${brandId}/logs`
  return (
    <Page
      title="Audit log"
      lead="Who changed what, and from where."
      actions={
        <CopyAsCurl call={{ method: "GET", path: `${path}?${new URLSearchParams(Object.fromEntries(words))}` }} />
      }
    >
      <div className="flex flex-wrap gap-3">
        <Field label="Scope" className="w-40">
          <Select value={search.brand ?? ""} onChange={(event) => narrow({ brand: event.target.value })}>
            <option value="">the organization</option>
            <Options of={(brands ?? []).map(({ name, slug }) => [slug, name])} />
          </Select>
        </Field>
        <Field label="About" className="w-40">
          <Select value={search.type ?? ""} onChange={(event) => narrow({ type: event.target.value })}>
            <option value="">everything</option>
            <Options of={entityTypes.map((type) => [type, type.replace("_", " ")])} />
          </Select>
        </Field>
        <Field label="By" className="w-40">
          <Select value={search.by ?? ""} onChange={(event) => narrow({ by: event.target.value })}>
            <option value="">anyone</option>
            <option value="user">members</option>
            <option value="api">API keys</option>
            <option value="customer">customers</option>
            <option value="system">System</option>
          </Select>
        </Field>
        <FilterWords
          label="Event"
          hint="For example, api_key.created"
          value={search.event}
          write={(event) => narrow({ event })}
        />
        <FilterWords
          label="Request id"
          hint="From X-Request-Id"
          value={search.request}
          write={(request) => narrow({ request })}
        />
      </div>
      <PagedRows
        pages={entries}
        empty={
          <EmptyState title="Nothing found">
            Every change to settings and tickets is recorded here as it happens.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Changes, newest first"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Event",
                cell: (entry) => (
                  <button
                    type="button"
                    className="text-start font-mono text-sm text-accent"
                    onClick={() => setOpened(entry)}
                  >
                    {entry.event}
                  </button>
                )
              },
              { title: "By", cell: performerOf },
              { title: "From", wide: true, cell: ({ ip, source }) => ip ?? wayOf(source) },
              { title: "When", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> }
            ]}
          />
        )}
      </PagedRows>
      {opened === undefined ? undefined : (
        <Dialog title={opened.event} size="large" onClose={() => setOpened(undefined)}>
          <CodeBlock text={JSON.stringify(opened, undefined, 2)} label="Entry as JSON" />
        </Dialog>
      )}
    </Page>
  )
}
