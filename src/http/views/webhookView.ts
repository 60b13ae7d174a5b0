import { Redacted } from "effect"
import { iso } from "../../domain/iso.ts"
import type { Delivery, DeliveryDetail, Webhook } from "../../domain/Webhook.ts"
import type { WebhookWithSecret } from "../../webhooks/Webhooks.ts"
import { isoOr } from "./moments.ts"

/** A webhook on the wire, without its secret. */
export const webhookView = (webhook: Webhook) => ({
  id: webhook.id,
  brandId: webhook.brandId,
  url: webhook.url,
  events: webhook.events,
  enabled: webhook.enabled,
  includeInternal: webhook.includeInternal,
  ordering: webhook.ordering,
  ratePerSecond: webhook.ratePerSecond,
  description: webhook.description,
  failureCount: webhook.failureCount,
  disabledReason: webhook.disabledReason,
  lastTriggered: isoOr(webhook.lastTriggered),
  lastFailure: isoOr(webhook.lastFailure),
  previousSecretExpiresAt: isoOr(webhook.previousSecretExpiresAt),
  version: webhook.version,
  createdAt: iso(webhook.createdAt),
  updatedAt: iso(webhook.updatedAt)
})

/** The responses that show the secret: creation and rotation. */
export const newWebhookView = ({ secret, webhook }: WebhookWithSecret) => ({
  ...webhookView(webhook),
  secret: Redacted.value(secret)
})

/** A delivery on the wire. */
export const deliveryView = (delivery: Delivery) => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventId: delivery.eventId,
  event: delivery.event,
  payload: delivery.payload,
  status: delivery.status,
  attempts: delivery.attempts,
  lastAttempt: isoOr(delivery.lastAttempt),
  nextAttempt: isoOr(delivery.nextAttempt),
  responseCode: delivery.responseCode,
  responseBody: delivery.responseBody,
  error: delivery.error,
  durationMs: delivery.durationMs,
  replayOf: delivery.replayOf,
  createdAt: iso(delivery.createdAt)
})

/** A delivery with all of its attempts. */
export const deliveryDetailView = (delivery: DeliveryDetail) => ({
  ...deliveryView(delivery),
  attemptLog: delivery.attemptLog.map(({ at, durationMs, error, responseCode }) => ({
    at: iso(at),
    responseCode,
    error,
    durationMs
  }))
})
