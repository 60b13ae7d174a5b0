import type { Webhook } from "@trunkline/sdk"
import { Badge } from "../../../ui/Badge.tsx"

const reasons: Record<NonNullable<Webhook["disabledReason"]>, string> = {
  manual: "paused",
  gone: "off: the endpoint is gone (410)",
  failing: "off: deliveries failed for days"
}

/** Whether a webhook delivers, and if not, why. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabledReason, failureCount } = webhook
  if (!enabled) return <Badge tone="bad">{reasons[disabledReason ?? "manual"]}</Badge>
  if (failureCount > 0) return <Badge tone="warn">{failureCount} failures in a row</Badge>
  return <Badge tone="good">active</Badge>
}
