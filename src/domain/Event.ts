import type { DateTime } from "effect"
import type { Causation } from "./Causation.ts"
import type { BrandId, CustomerId, EventId, TicketId } from "./Ids.ts"
import { iso } from "./iso.ts"
import type { Tenant } from "./Tenant.ts"

/** Every kind of event, under its canonical name (docs/webhooks.md, Catalogue). */
export const eventTypes = [
  "ticket.created",
  "ticket.updated",
  "ticket.resolved",
  "ticket.closed",
  "ticket.reopened",
  "ticket.deleted",
  "ticket.restored",
  "ticket.spam_marked",
  "ticket.spam_unmarked",
  "ticket.merged",
  "comment.created",
  "comment.updated",
  "comment.deleted",
  "attachment.created",
  "attachment.deleted",
  "customer.created",
  "customer.updated",
  "message.sent",
  "message.delayed",
  "message.delivered",
  "message.failed",
  "message.bounced"
] as const
export type EventType = (typeof eventTypes)[number]

/** An event as its command creates it, without what storing it adds. */
export interface EventDraft {
  readonly type: EventType
  /** The record whose events are delivered in order: the ticket, or the customer for customer events. */
  readonly subject: TicketId | CustomerId
  readonly data: object
  /** About an internal note; delivered only to subscribers that asked for notes. */
  readonly internal?: boolean | undefined
  /** About a comment on a spam ticket; delivered only to subscribers that named its type. */
  readonly spam?: boolean | undefined
}

/** An event about to be stored: a draft with its id and its position in the ticket's history. */
export interface StoredEvent extends EventDraft {
  readonly id: EventId
  readonly brandId: BrandId
  /** 1, 2, 3 … per ticket; null for events that are not about a ticket. */
  readonly sequence: number | null
}

/**
 * The envelope on the wire, as the exact text that is signed, sent and replayed. `event` and `type` directly follow `id`,
 * so that they can be replaced by the alias that a subscriber uses.
 */
export const envelope = (event: StoredEvent, tenant: Tenant, causation: Causation, at: DateTime.Utc): string => {
  const timestamp = iso(at)
  const { actor } = causation
  return JSON.stringify({
    id: event.id,
    event: event.type,
    type: event.type,
    brand_id: event.brandId,
    brandId: event.brandId,
    accountId: tenant.accountId,
    livemode: tenant.mode === "live",
    timestamp,
    createdAt: timestamp,
    sequence: event.sequence,
    causationId: causation.id,
    actor: { type: actor.type, id: actor.id, name: actor.name, channel: actor.channel },
    data: event.data
  })
}
