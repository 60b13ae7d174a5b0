import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { useBrands } from "../../../data/brands.ts"
import { usePages } from "../../../data/usePages.ts"
import { PagedRows } from "../../../forms/PagedRows.tsx"
import { Button } from "../../../ui/Button.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Page } from "../../../ui/Page.tsx"
import { apiKeysKey } from "../../settings/apiKeys/apiKeyQueries.ts"
import { RequestDialog } from "./RequestDialog.tsx"
import { RequestFilters } from "./RequestFilters.tsx"
import { RequestTable } from "./RequestTable.tsx"
import { queryOf, type RequestSearch } from "./requestSearch.ts"

const pageSize = 50

export default function RequestsPage() {
  const search = useSearch({ strict: false }) as RequestSearch
  const navigate = useNavigate()
  const [live, setLive] = useState(true)
  const brands = useBrands().data
  const keys = useQuery({ queryKey: apiKeysKey, queryFn: () => client.apiKeys.list() }).data ?? []
  const narrow = (more: RequestSearch, replace = false) =>
    void navigate({ to: ".", search: { ...search, ...more }, replace })
  const filter = queryOf(search, brands ?? [])
  const requests = usePages(
    ["apiRequests", filter],
    (cursor, options) => client.requests.list({ ...filter, ...cursor, limit: pageSize }, options),
    { refetchInterval: live ? 2_000 : false, enabled: search.brand === undefined || brands !== undefined }
  )
  const isNarrowed = Object.keys(filter).length > 0
  const words = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  return (
    <Page
      title="API requests"
      lead="Requests made with your API keys in the last seven days, and their responses. Bodies are not stored."
      actions={
        <>
          <Button onClick={() => setLive(!live)}>{live ? "Pause updates" : "Resume updates"}</Button>
          <CopyAsCurl call={{ method: "GET", path: `/v1/accounts/me/requests${isNarrowed ? `?${words}` : ""}` }} />
        </>
      }
    >
      <RequestFilters search={search} keys={keys} brands={brands ?? []} narrow={narrow} />
      <PagedRows
        pages={requests}
        empty={
          isNarrowed ? (
            <EmptyState title="Nothing found">
              No request from the last seven days matches. New requests appear within two seconds of their response.
            </EmptyState>
          ) : (
            <EmptyState title="No requests yet" call={{ method: "GET", path: "/v1/brands" }}>
              Send a request with one of your keys. Within two seconds it appears here, with its response and, if it was
              refused, the reason.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <RequestTable
            requests={rows}
            nameOf={({ id, prefix }) => keys.find((key) => key.id === id)?.name ?? `${prefix}…`}
            open={(request) => narrow({ request }, true)}
          />
        )}
      </PagedRows>
      {search.request === undefined || search.request === "" ? undefined : (
        <RequestDialog id={search.request} onClose={() => narrow({ request: undefined }, true)} />
      )}
    </Page>
  )
}
