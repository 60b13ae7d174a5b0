import { useQuery } from "@tanstack/react-query"
import type { Delivery } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { pollEvery } from "../../../app/queries.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { ActButton } from "../../../ui/ActButton.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Table } from "../../../ui/Table.tsx"
import { toast } from "../../../ui/toasts.ts"
import { readWebhooksAgain, webhooksKey } from "../webhooks/webhookQueries.ts"
import { DeliveryBadge } from "./DeliveryBadge.tsx"

/** Polls a delivery that is not over every two seconds. */
const again = pollEvery(2_000)
const isOver = (delivery: Delivery | undefined) => delivery?.status === "SUCCESS" || delivery?.status === "FAILED"

interface Props {
  readonly brandId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly onClose: () => void
}

/** One delivery: every attempt, the payload, and a button to send it again. */
export function DeliveryDialog({ brandId, webhookId, deliveryId, onClose }: Props) {
  const query = useQuery({
    queryKey: [...webhooksKey(brandId), webhookId, "delivery", deliveryId],
    queryFn: () => client.webhooks.getDelivery(brandId, webhookId, deliveryId),
    refetchInterval: (query) => (isOver(query.state.data) ? false : again(query))
  })
  const path = `/v1/brands/${brandId}/webhooks/${webhookId}/deliveries/${deliveryId}/replay`
  const replay = () =>
    client.webhooks.replayDelivery(brandId, webhookId, deliveryId).then(() => {
      toast({ text: "Delivery sent again" })
      readWebhooksAgain(brandId)
    }, reportFailure)
  return (
    <Dialog
      title={query.data?.event ?? "Delivery"}
      size="large"
      onClose={onClose}
      actions={
        <>
          <CopyAsCurl call={{ method: "POST", path }} />
          <ActButton kind="primary" act={replay}>
            Send again
          </ActButton>
        </>
      }
    >
      <Loaded query={query}>
        {(delivery) => (
          <div className="flex flex-col gap-4">
            <p className="flex flex-wrap items-center gap-2">
              <DeliveryBadge status={delivery.status} />
              <code className="font-mono text-xs text-soft">{delivery.id}</code>
              {delivery.nextAttempt === undefined ? undefined : (
                <span className="text-sm text-soft">
                  next attempt {new Date(delivery.nextAttempt).toLocaleString()}
                </span>
              )}
            </p>
            <Table
              caption="Attempts"
              rows={delivery.attemptLog}
              keyOf={({ at }) => at}
              columns={[
                { title: "Attempt", cell: ({ at }) => new Date(at).toLocaleString() },
                {
                  title: "Response",
                  cell: ({ responseCode, error }) => (
                    <span className="wrap-anywhere">{responseCode ?? error ?? "none"}</span>
                  )
                },
                { title: "Duration", align: "end", cell: ({ durationMs }) => `${durationMs} ms` }
              ]}
            />
            {delivery.responseBody === undefined || delivery.responseBody === "" ? undefined : (
              <CodeBlock text={delivery.responseBody} label="Response body" />
            )}
            <CodeBlock text={JSON.stringify(delivery.payload, undefined, 2)} label="Request body" />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
