import type { DateTime } from "effect"
import type { BrandId, DeliveryId, EventId, TicketId, WebhookId } from "./Ids.ts"
import type { Json } from "./Json.ts"

/** Whether the next event of a ticket waits for the one before it. */
export const orderings = ["ticket", "none"] as const
export type Ordering = (typeof orderings)[number]

/** The range of a webhook's rate limit, in requests per second. */
export const rateLimits = { least: 1, most: 1_000 }

/** Why a webhook is disabled: a person disabled it, the receiver answered 410, or it failed for five days. */
export type DisabledReason = "manual" | "gone" | "failing"

/** A subscription to a brand's events, which are signed and posted to its URL. */
export interface Webhook {
  readonly id: WebhookId
  readonly brandId: BrandId
  readonly url: string
  /** Names and groups as the subscriber wrote them. */
  readonly events: ReadonlyArray<string>
  readonly enabled: boolean
  readonly disabledReason?: DisabledReason | undefined
  readonly disabledAt?: DateTime.Utc | undefined
  readonly includeInternal: boolean
  readonly ordering: Ordering
  /** Most requests per second from all nodes together; if `undefined`, as many as it answers. */
  readonly ratePerSecond?: number | undefined
  readonly description?: string | undefined
  /** Failed attempts in a row since the last success. */
  readonly failureCount: number
  readonly lastTriggered?: DateTime.Utc | undefined
  readonly lastFailure?: DateTime.Utc | undefined
  /** During a rotation, until when the previous secret signs too. */
  readonly previousSecretExpiresAt?: DateTime.Utc | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** `PENDING`: never answered; `RETRYING`: failed and will be retried; `FAILED`: will not be retried. */
export const deliveryStatuses = ["PENDING", "SUCCESS", "FAILED", "RETRYING"] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One attempt of a delivery. Without a response code, there was no response, and `error` says why. */
export interface DeliveryAttempt {
  readonly at: DateTime.Utc
  readonly responseCode?: number | undefined
  readonly error?: string | undefined
  readonly durationMs: number
}

/** The delivery of one event to one webhook. */
export interface Delivery {
  readonly id: DeliveryId
  readonly webhookId: WebhookId
  readonly eventId: EventId
  /** The event's name as this webhook gets it. */
  readonly event: string
  /** The envelope as it is sent. */
  readonly payload: Json
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly lastAttempt?: DateTime.Utc | undefined
  readonly nextAttempt?: DateTime.Utc | undefined
  readonly responseCode?: number | undefined
  /** At most 1 KiB. */
  readonly responseBody?: string | undefined
  readonly error?: string | undefined
  readonly durationMs?: number | undefined
  readonly replayOf?: DeliveryId | undefined
  readonly createdAt: DateTime.Utc
}

/** A delivery with all its attempts, oldest first. */
export interface DeliveryDetail extends Delivery {
  readonly attemptLog: ReadonlyArray<DeliveryAttempt>
}

/** Selects deliveries of a webhook, newest first. */
export interface DeliveryQuery {
  readonly status?: DeliveryStatus | undefined
  /** A canonical name or an alias; either finds both. */
  readonly event?: string | undefined
  readonly ticketId?: TicketId | undefined
  readonly limit: number
  /** The last delivery of the previous page. */
  readonly after?: DeliveryId | undefined
}

export interface DeliveryPage {
  readonly items: ReadonlyArray<Delivery>
  /** Where the next page starts; absent at the end. */
  readonly next?: DeliveryId | undefined
}

/** The results of a webhook's deliveries on one day (UTC). */
export interface DeliveryDay {
  /** Such as `2026-11-20`. */
  readonly day: string
  readonly succeeded: number
  readonly failed: number
  /** Milliseconds that successful attempts took, or `undefined` if there were none. */
  readonly p50Ms?: number | undefined
  readonly p99Ms?: number | undefined
}

/** Selects the stored events that a webhook gets again. Absent members exclude nothing. */
export interface ReplayRange {
  /** Inclusive; `to` is exclusive. */
  readonly from?: DateTime.Utc | undefined
  readonly to?: DateTime.Utc | undefined
  /** Names and groups. */
  readonly events?: ReadonlyArray<string> | undefined
  readonly eventIds?: ReadonlyArray<EventId> | undefined
  /** Excludes events that already arrived. */
  readonly onlyFailed: boolean
}
