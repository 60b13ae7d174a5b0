import type { DateTime } from "effect"
import { cleared } from "../domain/cleared.ts"
import type { BrandId, WebhookId } from "../domain/Ids.ts"
import type { Webhook } from "../domain/Webhook.ts"
import type { WebhookChange, WebhookCreate } from "./WebhookInput.ts"

/** Makes a webhook from the input, with defaults for absent members. */
export const newWebhook = (id: WebhookId, brandId: BrandId, input: WebhookCreate, now: DateTime.Utc): Webhook => {
  const enabled = input.enabled ?? true
  return {
    id,
    brandId,
    url: input.url,
    events: unique(input.events),
    enabled,
    disabledReason: enabled ? undefined : "manual",
    disabledAt: enabled ? undefined : now,
    includeInternal: input.includeInternal ?? false,
    ordering: input.ordering ?? "ticket",
    ratePerSecond: input.ratePerSecond ?? undefined,
    description: input.description,
    failureCount: 0,
    version: 1,
    createdAt: now,
    updatedAt: now
  }
}

const unique = (events: ReadonlyArray<string>) => [...new Set(events)]

/**
 * The webhook with the change applied, or the same object if nothing changes. Failures belong to the previous receiver, so a
 * new URL, or enabling it by hand, resets their count.
 */
export const changeWebhook = (webhook: Webhook, change: WebhookChange, now: DateTime.Utc): Webhook => {
  const enabled = change.enabled ?? webhook.enabled
  const switched = enabled !== webhook.enabled
  const url = change.url ?? webhook.url
  const next: Webhook = {
    ...webhook,
    url,
    events: change.events === undefined ? webhook.events : unique(change.events),
    includeInternal: change.includeInternal ?? webhook.includeInternal,
    ordering: change.ordering ?? webhook.ordering,
    ratePerSecond: cleared(change.ratePerSecond, webhook.ratePerSecond),
    description: cleared(change.description, webhook.description),
    failureCount: change.enabled === true || url !== webhook.url ? 0 : webhook.failureCount,
    enabled,
    disabledReason: switched ? (enabled ? undefined : "manual") : webhook.disabledReason,
    disabledAt: switched ? (enabled ? undefined : now) : webhook.disabledAt
  }
  return JSON.stringify(next) === JSON.stringify(webhook)
    ? webhook
    : { ...next, version: webhook.version + 1, updatedAt: now }
}
