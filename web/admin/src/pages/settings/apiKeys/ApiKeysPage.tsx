import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { ApiKey } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { mode } from "../../../app/mode.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { dropRecords } from "../../../forms/records.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Menu } from "../../../ui/Menu.tsx"
import { Page } from "../../../ui/Page.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { apiKeysKey } from "./apiKeyQueries.ts"
import { NewKeyDialog } from "./NewKeyDialog.tsx"
import { ScopeDialog } from "./ScopeDialog.tsx"

export default function ApiKeysPage() {
  const query = useQuery({ queryKey: apiKeysKey, queryFn: () => client.apiKeys.list() })
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const [scoped, setScoped] = useState<ApiKey>()
  const [doomed, setDoomed] = useState<ApiKey>()
  const button = (
    <Button kind="primary" onClick={() => setMaking(true)}>
      New key
    </Button>
  )
  return (
    <Page
      title="API keys"
      lead="Create a key for each program. The key is shown only once: store it where only that program can read it."
      actions={button}
    >
      <Loaded query={query}>
        {(all) => {
          const shown = all.filter(({ livemode }) => livemode === (mode === "live"))
          return shown.length === 0 ? (
            <EmptyState
              title={`No keys for ${mode} mode`}
              call={{ method: "POST", path: "/v1/accounts/me/api-keys", body: { name: "Web shop", mode } }}
              action={button}
            >
              With a key, a program can do everything that you can do here.
            </EmptyState>
          ) : (
            <Table
              caption={`Keys for ${mode} mode`}
              rows={shown}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Key",
                  cell: ({ name, keyPreview }) => (
                    <>
                      <span className="block font-medium">{name}</span>
                      <code className="font-mono text-xs text-soft">{keyPreview}</code>
                    </>
                  )
                },
                {
                  title: "Brands",
                  wide: true,
                  cell: ({ allBrands, brandIds }) => (allBrands ? "all" : `${brandIds.length} chosen`)
                },
                {
                  title: "Last used",
                  cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : <Time at={lastUsedAt} />)
                },
                { title: "Expires", wide: true, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
                { title: "Created", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
                {
                  title: "Actions",
                  hideTitle: true,
                  align: "end",
                  cell: (key) => (
                    <Menu
                      label={`More for ${key.name}`}
                      items={[
                        {
                          label: "Show requests",
                          run: () => void navigate({ to: "/developers/requests", search: { key: key.id } })
                        },
                        { label: "Change brands", run: () => setScoped(key) },
                        { label: "Revoke", run: () => setDoomed(key), danger: true }
                      ]}
                    />
                  )
                }
              ]}
            />
          )
        }}
      </Loaded>
      {making ? <NewKeyDialog onClose={() => setMaking(false)} /> : undefined}
      {scoped === undefined ? undefined : <ScopeDialog apiKey={scoped} onClose={() => setScoped(undefined)} />}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Revoke ${doomed.name}?`}
          verb="Revoke key"
          act={() => client.apiKeys.revoke(doomed.id).then(() => dropRecords(apiKeysKey, [doomed.id]))}
          onClose={() => setDoomed(undefined)}
        >
          Requests from programs that use <code className="font-mono">{doomed.keyPreview}</code> are refused from now
          on. This cannot be undone.
        </ConfirmDialog>
      )}
    </Page>
  )
}

function Expiry({ at }: { readonly at: string | null }) {
  if (at === null) return "never"
  return Date.parse(at) < Date.now() ? <Badge tone="bad">ended</Badge> : new Date(at).toLocaleDateString()
}
