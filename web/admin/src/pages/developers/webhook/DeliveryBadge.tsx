import type { WebhooksListDeliveriesQuery } from "@trunkline/sdk"
import { StateBadge } from "../../../ui/StateBadge.tsx"

/** The states of deliveries that can be asked for. */
export type DeliveryState = NonNullable<WebhooksListDeliveriesQuery["status"]>

/** What the states of a delivery are called. */
export const deliveryStates = {
  SUCCESS: ["good", "delivered"],
  FAILED: ["bad", "failed"],
  RETRYING: ["warn", "retrying"],
  PENDING: ["neutral", "waiting"]
} as const satisfies Record<DeliveryState, unknown>

/** How a delivery fares. */
export function DeliveryBadge({ status }: { readonly status: string }) {
  return <StateBadge of={deliveryStates} state={status} />
}
