import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { usePages } from "../../../data/usePages.ts"
import { PagedRows } from "../../../forms/PagedRows.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { Field, Select } from "../../../ui/Field.tsx"
import { Options } from "../../../ui/Options.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { webhooksKey } from "../webhooks/webhookQueries.ts"
import { DeliveryBadge, type DeliveryState, deliveryStates } from "./DeliveryBadge.tsx"
import { DeliveryDialog } from "./DeliveryDialog.tsx"

/** Past and pending deliveries, newest first, updated as they happen. */
export function DeliveriesCard({ brandId, webhookId }: { readonly brandId: string; readonly webhookId: string }) {
  const search = useSearch({ strict: false }) as { readonly status?: DeliveryState; readonly delivery?: string }
  const navigate = useNavigate()
  const [live, setLive] = useState(true)
  const narrow = (more: Record<string, string | undefined>, replace = false) =>
    void navigate({ to: ".", search: { ...search, ...more }, replace })
  const status = search.status === undefined ? {} : { status: search.status }
  const deliveries = usePages(
    [...webhooksKey(brandId), webhookId, "deliveries", status],
    (cursor, options) => client.webhooks.listDeliveries(brandId, webhookId, { ...status, ...cursor }, options),
    { refetchInterval: live ? 2_000 : false }
  )
  return (
    <Card
      title="Deliveries"
      actions={<Button onClick={() => setLive(!live)}>{live ? "Pause updates" : "Resume updates"}</Button>}
    >
      <div className="flex flex-col gap-3">
        <Field label="State" className="w-44">
          <Select value={search.status ?? ""} onChange={(event) => narrow({ status: event.target.value || undefined })}>
            <option value="">all</option>
            <Options of={Object.entries(deliveryStates).map(([state, [, label]]) => [state, label])} />
          </Select>
        </Field>
        <PagedRows
          pages={deliveries}
          empty={<p className="text-soft">No deliveries. Send a test event or create a ticket.</p>}
        >
          {(rows) => (
            <Table
              caption="Deliveries, newest first"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Event",
                  cell: ({ id, event }) => (
                    <button
                      type="button"
                      className="text-start font-mono text-sm text-accent"
                      onClick={() => narrow({ delivery: id }, true)}
                    >
                      {event}
                    </button>
                  )
                },
                { title: "State", cell: ({ status }) => <DeliveryBadge status={status} /> },
                { title: "Attempts", align: "end", wide: true, cell: ({ attempts }) => attempts },
                {
                  title: "Response",
                  align: "end",
                  wide: true,
                  cell: ({ responseCode, error, durationMs }) =>
                    `${responseCode ?? error ?? ""}${durationMs === undefined ? "" : ` in ${durationMs} ms`}`
                },
                { title: "When", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> }
              ]}
            />
          )}
        </PagedRows>
      </div>
      {search.delivery === undefined ? undefined : (
        <DeliveryDialog
          brandId={brandId}
          webhookId={webhookId}
          deliveryId={search.delivery}
          onClose={() => narrow({ delivery: undefined }, true)}
        />
      )}
    </Card>
  )
}
