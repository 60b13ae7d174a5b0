import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { DisabledReason, Ordering, Webhook } from "../../domain/Webhook.ts"
import { eventTypesOf } from "../../webhooks/EventNames.ts"
import { isoOr, type Moment, moment, momentOr } from "./columns.ts"

/** A row of `webhooks`, with the expiry of the previous secret. */
export interface WebhookRow {
  readonly id: string
  readonly brand_id: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly include_internal: boolean
  readonly ordering: Ordering
  readonly rate_per_second: number | null
  readonly status: "enabled" | "paused" | "disabled"
  readonly disabled_reason: DisabledReason | null
  readonly disabled_at: Moment | null
  readonly description: string | null
  readonly failure_count: number
  readonly last_triggered_at: Moment | null
  readonly last_failure_at: Moment | null
  readonly previous_expires_at: Moment | null
  readonly version: number
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const webhookOf = (row: WebhookRow): Webhook => ({
  id: idOf("webhook", row.id),
  brandId: idOf("brand", row.brand_id),
  url: row.url,
  events: row.events,
  enabled: row.status !== "disabled",
  disabledReason: row.disabled_reason ?? undefined,
  disabledAt: momentOr(row.disabled_at),
  includeInternal: row.include_internal,
  ordering: row.ordering,
  ratePerSecond: row.rate_per_second ?? undefined,
  description: row.description ?? undefined,
  failureCount: row.failure_count,
  lastTriggered: momentOr(row.last_triggered_at),
  lastFailure: momentOr(row.last_failure_at),
  previousSecretExpiresAt: momentOr(row.previous_expires_at),
  version: row.version,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

/** Columns that a user's change may set. */
export const mutableWebhookColumns = [
  "url",
  "events",
  "event_types",
  "include_internal",
  "ordering",
  "rate_per_second",
  "status",
  "disabled_reason",
  "disabled_at",
  "description",
  "failure_count",
  "version",
  "updated_at"
]

export const storedWebhookColumns = ["id", "tenant_id", "brand_id", "created_at", ...mutableWebhookColumns]

export const rowOfWebhook = (tenantId: string, webhook: Webhook) => ({
  id: uuidOf(webhook.id),
  tenant_id: tenantId,
  brand_id: uuidOf(webhook.brandId),
  url: webhook.url,
  events: webhook.events,
  event_types: eventTypesOf(webhook.events),
  include_internal: webhook.includeInternal,
  ordering: webhook.ordering,
  rate_per_second: webhook.ratePerSecond ?? null,
  status: webhook.enabled ? "enabled" : "disabled",
  disabled_reason: webhook.disabledReason ?? null,
  disabled_at: isoOr(webhook.disabledAt),
  description: webhook.description ?? null,
  failure_count: webhook.failureCount,
  version: webhook.version,
  created_at: iso(webhook.createdAt),
  updated_at: iso(webhook.updatedAt)
})
