import type { AuditEntry, AuditedEvent } from "../domain/AuditEntry.ts"
import { fieldDiff } from "../domain/FieldDiff.ts"
import type { Webhook } from "../domain/Webhook.ts"
import { auditedDiff } from "../events/auditedDiff.ts"

const observed = {
  url: ({ url }: Webhook) => url,
  events: ({ events }: Webhook) => events,
  enabled: ({ enabled }: Webhook) => enabled,
  includeInternal: ({ includeInternal }: Webhook) => includeInternal,
  ordering: ({ ordering }: Webhook) => ordering,
  ratePerSecond: ({ ratePerSecond }: Webhook) => ratePerSecond,
  description: ({ description }: Webhook) => description
}

/** The audit entry of a webhook. `before` is its previous state, if it has changed. */
export const auditOfWebhook = (event: AuditedEvent, webhook: Webhook, before = webhook): AuditEntry => {
  const { enabled, events, id, includeInternal, url } = webhook
  const diff = fieldDiff(observed, before, webhook)
  return {
    event,
    entityType: "webhook",
    entityId: id,
    changes: diff.size === 0 ? undefined : auditedDiff(diff),
    metadata: { url, events, enabled, includeInternal }
  }
}
