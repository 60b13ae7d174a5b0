import type { DateTime } from "effect"
import type { BrandId, DeliveryId, EventId, TicketId, WebhookId } from "./Ids.ts"
import type { Json } from "./Json.ts"

/** Whether the next event of a ticket waits for the one before it. */
export const orderings = ["ticket", "none"] as const
export type Ordering = (typeof orderings)[number]

/** Requests a second that a webhook may be limited to. */
export const rateLimits = { least: 1, most: 1_000 }

/** Why nothing is sent: a person switched it off, the receiver answered 410, or it failed for five days. */
export type DisabledReason = "manual" | "gone" | "failing"

/** A subscription of a brand's events: they are posted, signed, to its URL. */
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
  /** Requests that may be sent to it in a second, from all nodes together; none: as fast as it answers. */
  readonly ratePerSecond?: number | undefined
  readonly description?: string | undefined
  /** Failed attempts in a row since the last success. */
  readonly failureCount: number
  readonly lastTriggered?: DateTime.Utc | undefined
  readonly lastFailure?: DateTime.Utc | undefined
  /** While a rotation lasts: until then the previous secret signs too. */
  readonly previousSecretExpiresAt?: DateTime.Utc | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** `PENDING` was never answered, `RETRYING` failed and will be tried again, `FAILED` will not. */
export const deliveryStatuses = ["PENDING", "SUCCESS", "FAILED", "RETRYING"] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One try of a delivery. Without a response code nothing came back, and `error` says why. */
export interface DeliveryAttempt {
  readonly at: DateTime.Utc
  readonly responseCode?: number | undefined
  readonly error?: string | undefined
  readonly durationMs: number
}

/** One event on its way to one webhook, or arrived, or given up. */
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

/** A delivery with every try, oldest first. */
export interface DeliveryDetail extends Delivery {
  readonly attemptLog: ReadonlyArray<DeliveryAttempt>
}

/** Which deliveries of a webhook a list shows, newest first. */
export interface DeliveryQuery {
  readonly status?: DeliveryStatus | undefined
  /** Canonical name or alias; either finds both. */
  readonly event?: string | undefined
  readonly ticketId?: TicketId | undefined
  readonly limit: number
  /** Last delivery of the page before. */
  readonly after?: DeliveryId | undefined
}

export interface DeliveryPage {
  readonly items: ReadonlyArray<Delivery>
  /** Where the next page starts; absent at the end. */
  readonly next?: DeliveryId | undefined
}

/** What came of a webhook's deliveries on a day (UTC). */
export interface DeliveryDay {
  /** `2026-11-20`. */
  readonly day: string
  readonly succeeded: number
  readonly failed: number
  /** Milliseconds that successful attempts took; none when there was none. */
  readonly p50Ms?: number | undefined
  readonly p99Ms?: number | undefined
}

/** Which kept events a webhook gets again. Absent members leave nothing out. */
export interface ReplayRange {
  /** Inclusive; `to` is exclusive. */
  readonly from?: DateTime.Utc | undefined
  readonly to?: DateTime.Utc | undefined
  /** Names and groups. */
  readonly events?: ReadonlyArray<string> | undefined
  readonly eventIds?: ReadonlyArray<EventId> | undefined
  /** Leaves out events that arrived before. */
  readonly onlyFailed: boolean
}
