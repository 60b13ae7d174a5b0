import { idOf } from "../../domain/Ids.ts"
import type { Json } from "../../domain/Json.ts"
import type { Delivery } from "../../domain/Webhook.ts"
import { nameFor, renamed } from "../../webhooks/EventNames.ts"
import { idOr, type Moment, moment, momentOr } from "./columns.ts"

/** A pending delivery with its last attempt, or an ended one, which is represented by its last attempt. */
export interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly replay_of: string | null
  readonly created_at: Moment
  /** Null while the delivery is pending. */
  readonly final: number | null
  readonly next_at: Moment | null
  /** The webhook's subscription, which names the event of a delivery not yet sent. */
  readonly events: ReadonlyArray<string>
  readonly sent_as: string | null
  /** The event's canonical name and envelope; for a test send, both as they were sent. */
  readonly type: string
  readonly payload: string
  readonly attempt: number | null
  readonly started_at: Moment | null
  readonly duration_ms: number | null
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

export const deliveryOf = (row: DeliveryRow): Delivery => {
  const event = row.sent_as ?? nameFor(row.events, row.type)
  return {
    id: idOf("delivery", row.id),
    webhookId: idOf("webhook", row.webhook_id),
    eventId: idOf("event", row.event_id),
    event,
    // An envelope is JSON by construction.
    payload: JSON.parse(renamed(row.payload, row.type, event)) as Json,
    status: row.final === 1 ? "SUCCESS" : row.final !== null ? "FAILED" : row.attempt === null ? "PENDING" : "RETRYING",
    attempts: row.attempt ?? 0,
    lastAttempt: momentOr(row.started_at),
    nextAttempt: row.final === null && row.attempt !== null ? momentOr(row.next_at) : undefined,
    responseCode: row.status ?? undefined,
    responseBody: row.response ?? undefined,
    error: row.error ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    replayOf: idOr("delivery", row.replay_of),
    createdAt: moment(row.created_at)
  }
}
