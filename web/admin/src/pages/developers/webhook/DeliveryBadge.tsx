import type { Delivery } from "@trunkline/sdk"
import { Badge } from "../../../ui/Badge.tsx"

type State = Delivery["status"]

/** What the states of a delivery are called. */
export const deliveryStates: Record<State, readonly [tone: "good" | "bad" | "warn" | "neutral", label: string]> = {
  SUCCESS: ["good", "delivered"],
  FAILED: ["bad", "given up"],
  RETRYING: ["warn", "tried again"],
  PENDING: ["neutral", "waiting"]
}

/** How a delivery fares. */
export function DeliveryBadge({ status }: { readonly status: State }) {
  const [tone, label] = deliveryStates[status]
  return <Badge tone={tone}>{label}</Badge>
}
