import { useInfiniteQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import type { Delivery } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { Field, Select } from "../../../ui/Field.tsx"
import { Skeleton } from "../../../ui/Skeleton.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { webhooksKey } from "../webhooks/webhookQueries.ts"
import { DeliveryDialog } from "./DeliveryDialog.tsx"

type State = Delivery["status"]

const states: Record<State, readonly [tone: "good" | "bad" | "warn" | "neutral", label: string]> = {
  SUCCESS: ["good", "delivered"],
  FAILED: ["bad", "given up"],
  RETRYING: ["warn", "tried again"],
  PENDING: ["neutral", "waiting"]
}

/** How a delivery fares. */
export function DeliveryBadge({ status }: { readonly status: State }) {
  const [tone, label] = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** What was delivered or still waits, newest first, while it happens. */
export function DeliveriesCard({ brandId, webhookId }: { readonly brandId: string; readonly webhookId: string }) {
  const search = useSearch({ strict: false }) as { readonly status?: State; readonly delivery?: string }
  const navigate = useNavigate()
  const [live, setLive] = useState(true)
  const narrow = (more: Record<string, string | undefined>) =>
    void navigate({ to: ".", search: { ...search, ...more }, replace: true })
  const query = useInfiniteQuery({
    queryKey: [...webhooksKey(brandId), webhookId, "deliveries", search.status ?? ""],
    queryFn: async ({ pageParam }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam }
      const status = search.status === undefined ? {} : { status: search.status }
      const { data, nextCursor } = await client.webhooks.listDeliveries(brandId, webhookId, { ...status, ...cursor })
      return { data, nextCursor }
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: live ? 2_000 : false
  })
  const deliveries = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Card
      title="Deliveries"
      actions={<Button onClick={() => setLive(!live)}>{live ? "Hold the list" : "Follow"}</Button>}
    >
      <div className="flex flex-col gap-3">
        <Field label="State" className="w-44">
          <Select value={search.status ?? ""} onChange={(event) => narrow({ status: event.target.value || undefined })}>
            <option value="">all</option>
            {Object.entries(states).map(([state, [, label]]) => (
              <option key={state} value={state}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {query.error === null ? undefined : <ErrorPanel error={query.error} retry={() => void query.refetch()} />}
        {deliveries === undefined ? (
          query.error === null ? (
            <Skeleton lines={6} />
          ) : undefined
        ) : deliveries.length === 0 ? (
          <p className="text-soft">Nothing here. Send a test, or open a ticket.</p>
        ) : (
          <Table
            caption="Deliveries, newest first"
            rows={deliveries}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Event",
                cell: ({ id, event }) => (
                  <button
                    type="button"
                    className="text-start font-mono text-sm text-accent"
                    onClick={() => narrow({ delivery: id })}
                  >
                    {event}
                  </button>
                )
              },
              { title: "State", cell: ({ status }) => <DeliveryBadge status={status} /> },
              { title: "Attempts", align: "end", wide: true, cell: ({ attempts }) => attempts },
              {
                title: "Answer",
                align: "end",
                wide: true,
                cell: ({ responseCode, error, durationMs }) =>
                  `${responseCode ?? error ?? ""}${durationMs === undefined ? "" : ` in ${durationMs} ms`}`
              },
              { title: "When", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> }
            ]}
          />
        )}
        {query.hasNextPage ? (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        ) : undefined}
      </div>
      {search.delivery === undefined ? undefined : (
        <DeliveryDialog
          brandId={brandId}
          webhookId={webhookId}
          deliveryId={search.delivery}
          onClose={() => narrow({ delivery: undefined })}
        />
      )}
    </Card>
  )
}
