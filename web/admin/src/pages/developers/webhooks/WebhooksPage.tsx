import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Brand, Webhook } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { Button } from "../../../ui/Button.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { WebhookDialog } from "./WebhookDialog.tsx"
import { WebhookSecretDialog } from "./WebhookSecretDialog.tsx"
import { WebhookState } from "./WebhookState.tsx"
import { putWebhook, webhooksKey } from "./webhookQueries.ts"

export default function WebhooksPage() {
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const button = (
    <Button kind="primary" onClick={() => setMaking(true)}>
      New webhook
    </Button>
  )
  return (
    <BrandPage
      title="Webhooks"
      lead="Every change is posted to your endpoints: signed, in order for each ticket, and retried for days."
      actions={() => button}
    >
      {(brand) => (
        <>
          <Webhooks key={brand.id} brand={brand} />
          {making ? (
            <WebhookDialog
              title="New webhook"
              verb="Create webhook"
              save={async (input) => {
                const webhook = await client.webhooks.create(brand.id, input)
                setMade(webhook.secret)
                putWebhook(webhook)
              }}
              onClose={() => setMaking(false)}
            />
          ) : undefined}
          {made === undefined ? undefined : <WebhookSecretDialog secret={made} onClose={() => setMade(undefined)} />}
        </>
      )}
    </BrandPage>
  )
}

function Webhooks({ brand }: { readonly brand: Brand }) {
  const query = useQuery({ queryKey: webhooksKey(brand.id), queryFn: () => client.webhooks.list(brand.id) })
  return (
    <Loaded query={query}>
      {(webhooks) =>
        webhooks.length === 0 ? (
          <EmptyState
            title="No webhooks yet"
            call={{
              method: "POST",
              path: `/v1/brands/${brand.id}/webhooks`,
              body: { url: "https://example.com/hooks/trunkline", events: ["ticket.*"] }
            }}
          >
            A webhook notifies one of your programs of every change to tickets as it happens.
          </EmptyState>
        ) : (
          <Table<Webhook>
            caption="Webhooks"
            rows={webhooks}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "URL",
                cell: ({ id, url, description }) => (
                  <>
                    <Link
                      to="/developers/webhooks/$webhookId"
                      params={{ webhookId: id }}
                      search={{ brand: brand.slug }}
                      className="font-medium break-all text-accent"
                    >
                      {url}
                    </Link>
                    {description === undefined ? undefined : (
                      <span className="block text-sm text-soft">{description}</span>
                    )}
                  </>
                )
              },
              { title: "State", cell: (webhook) => <WebhookState webhook={webhook} /> },
              {
                title: "Events",
                wide: true,
                cell: ({ events }) => <code className="font-mono text-xs">{events.join(" ")}</code>
              },
              {
                title: "Last sent",
                align: "end",
                cell: ({ lastTriggered }) => (lastTriggered === undefined ? "never" : <Time at={lastTriggered} />)
              }
            ]}
          />
        )
      }
    </Loaded>
  )
}
