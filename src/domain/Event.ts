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

/** An event as the command that causes it words it: everything but the facts that storing it adds. */
export interface EventDraft {
  readonly type: EventType
  /** The chain whose order is kept: the ticket, or the customer of a customer event. */
  readonly subject: TicketId | CustomerId
  readonly data: object
  /** About an internal note: only for subscribers that asked for those. */
  readonly internal?: boolean | undefined
  /** A comment on a spam ticket: only for subscribers that named its type. */
  readonly spam?: boolean | undefined
}

/** An event about to be stored: a draft with its id and its place in the ticket's history. */
export interface StoredEvent extends EventDraft {
  readonly id: EventId
  readonly brandId: BrandId
  /** 1, 2, 3 … per ticket; null for events about no ticket. */
  readonly sequence: number | null
}

/**
 * The envelope on the wire, as the exact text that is signed, sent and replayed. `event` and `type` come right after
 * `id`, so that a subscriber's alias for the name can be put in their place.
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
