import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { type Brand, NotFoundError, type Webhook } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { NotFoundPage } from "../../../app/NotFoundPage.tsx"
import { usePageBrand } from "../../../app/usePageBrand.ts"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { RotateDialog } from "../../../forms/RotateDialog.tsx"
import { dropRecords } from "../../../forms/records.ts"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { ActButton } from "../../../ui/ActButton.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { Menu } from "../../../ui/Menu.tsx"
import { Time } from "../../../ui/Time.tsx"
import { toast } from "../../../ui/toasts.ts"
import { WebhookDialog } from "../webhooks/WebhookDialog.tsx"
import { WebhookSecretDialog } from "../webhooks/WebhookSecretDialog.tsx"
import { WebhookState } from "../webhooks/WebhookState.tsx"
import { putWebhook, readWebhooksAgain, webhooksKey } from "../webhooks/webhookQueries.ts"
import { DaysCard } from "./DaysCard.tsx"
import { DeliveriesCard } from "./DeliveriesCard.tsx"
import { ReplayDialog } from "./ReplayDialog.tsx"

export default function WebhookPage() {
  const { webhookId = "" } = useParams({ strict: false }) as { readonly webhookId?: string }
  const brandId = usePageBrand()?.id ?? ""
  const query = useQuery({
    queryKey: [...webhooksKey(brandId), webhookId],
    queryFn: () => client.webhooks.get(brandId, webhookId),
    enabled: brandId !== ""
  })
  if (query.data === undefined && query.error instanceof NotFoundError) return <NotFoundPage />
  return (
    <BrandPage title="Webhook">
      {(brand) => (
        <Loaded key={webhookId} query={query}>
          {(webhook) => (
            <>
              <About brand={brand} webhook={webhook} />
              <DaysCard brandId={brand.id} webhookId={webhook.id} />
              <DeliveriesCard brandId={brand.id} webhookId={webhook.id} />
            </>
          )}
        </Loaded>
      )}
    </BrandPage>
  )
}

type Question = "edit" | "rotate" | "delete" | "replay"

function About({ brand, webhook }: { readonly brand: Brand; readonly webhook: Webhook }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Question>()
  const [secret, setSecret] = useState<string>()
  const close = () => setAsked(undefined)
  const path = `/v1/brands/${brand.id}/webhooks/${webhook.id}`

  const toggle = () =>
    client.webhooks.update(brand.id, webhook.id, { enabled: !webhook.enabled }).then(putWebhook, reportFailure)
  const test = () =>
    client.webhooks.test(brand.id, webhook.id).then((delivery) => {
      const bad = delivery.status !== "SUCCESS"
      toast({
        text: bad
          ? `The test failed: ${delivery.error ?? `the endpoint responded with ${delivery.responseCode}`}`
          : "The endpoint accepted the test event",
        ...(bad ? { tone: "bad" } : {})
      })
      readWebhooksAgain(brand.id)
    }, reportFailure)

  return (
    <Card
      title={webhook.description ?? "Endpoint"}
      actions={
        <Menu
          label="More for the webhook"
          items={[
            { label: "Edit", run: () => setAsked("edit") },
            { label: "Send test event", act: test },
            { label: webhook.enabled ? "Pause" : "Enable", act: toggle },
            { label: "Replay events", run: () => setAsked("replay") },
            { label: "New secret", run: () => setAsked("rotate") },
            { label: "Delete", run: () => setAsked("delete"), danger: true }
          ]}
        />
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-soft">URL</dt>
        <dd className="break-all">{webhook.url}</dd>
        <dt className="text-soft">State</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        <dt className="text-soft">Events</dt>
        <dd>
          <code className="font-mono text-xs">{webhook.events.join(" ")}</code>
        </dd>
        <dt className="text-soft">Last sent</dt>
        <dd>{webhook.lastTriggered === undefined ? "never" : <Time at={webhook.lastTriggered} />}</dd>
        {webhook.lastFailure === undefined ? undefined : (
          <>
            <dt className="text-soft">Last failure</dt>
            <dd>
              <Time at={webhook.lastFailure} />
            </dd>
          </>
        )}
        {webhook.previousSecretExpiresAt === undefined ? undefined : (
          <>
            <dt className="text-soft">Old secret</dt>
            <dd>valid until {new Date(webhook.previousSecretExpiresAt).toLocaleString()}</dd>
          </>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <ActButton act={test}>Send test event</ActButton>
        <ActButton act={toggle}>{webhook.enabled ? "Pause" : "Enable"}</ActButton>
        <CopyAsCurl call={{ method: "GET", path: `${path}/deliveries` }} />
      </div>
      {asked === "edit" ? (
        <WebhookDialog
          title="Edit webhook"
          verb="Save"
          webhook={webhook}
          save={(input) => client.webhooks.update(brand.id, webhook.id, input).then(putWebhook)}
          onClose={close}
        />
      ) : undefined}
      {asked === "replay" ? <ReplayDialog brandId={brand.id} webhook={webhook} onClose={close} /> : undefined}
      {asked === "rotate" ? (
        <RotateDialog
          title="Create new secret"
          rotate={async (input) => {
            const rotated = await client.webhooks.rotateSecret(brand.id, webhook.id, input)
            setSecret(rotated.secret)
            putWebhook(rotated)
          }}
          onClose={close}
        >
          While both secrets are valid, deliveries are signed with both, so receivers can switch without missing any.
        </RotateDialog>
      ) : undefined}
      {asked === "delete" ? (
        <ConfirmDialog
          title="Delete webhook?"
          verb="Delete webhook"
          act={async () => {
            await client.webhooks.delete(brand.id, webhook.id)
            await navigate({ to: "/developers/webhooks", search: { brand: brand.slug } })
            dropRecords(webhooksKey(brand.id), [webhook.id])
          }}
          onClose={close}
        >
          Waiting deliveries are never sent. To keep them, pause the webhook instead.
        </ConfirmDialog>
      ) : undefined}
      {secret === undefined ? undefined : <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  )
}
