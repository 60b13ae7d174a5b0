import type { WebhooksListDeliveriesQuery } from "@trunkline/sdk"
import { StateBadge } from "../../../ui/StateBadge.tsx"

/** The delivery states that the API can filter by. */
export type DeliveryState = NonNullable<WebhooksListDeliveriesQuery["status"]>

/** The names of the delivery states. */
export const deliveryStates = {
  SUCCESS: ["good", "delivered"],
  FAILED: ["bad", "failed"],
  RETRYING: ["warn", "retrying"],
  PENDING: ["neutral", "waiting"]
} as const satisfies Record<DeliveryState, unknown>

/** The state of a delivery. */
export function DeliveryBadge({ status }: { readonly status: string }) {
  return <StateBadge of={deliveryStates} state={status} />
}
