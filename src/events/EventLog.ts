import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { EventType } from "../domain/Event.ts"
import type { BrandId, EventId, TicketId } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import type { EventExpired } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** A position in a tenant's feed, which is in commit order. */
export interface FeedPlace {
  /** A transaction id (xid8) in digits, because it can exceed the exact range of numbers. */
  readonly transaction: string
  /** The transaction's number in the sequence of transactions that stored events. */
  readonly place: number
  /** The event's UUID. */
  readonly uuid: string
}

/** Selects events of a feed. An absent filter matches all. */
export interface EventFilter {
  readonly types?: ReadonlyArray<EventType> | undefined
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly ticketId?: TicketId | undefined
}

/** An event as the log stores it. */
export interface LoggedEvent {
  readonly id: EventId
  readonly brandId: BrandId
  readonly type: EventType
  /** The UUID of the ticket, or of the customer for customer events. */
  readonly subject: string
  readonly at: FeedPlace
  /** The envelope: the exact JSON text that was stored. */
  readonly payload: string
}

/** A section of the feed, oldest event first. */
export interface FeedSlice {
  readonly events: ReadonlyArray<LoggedEvent>
  /** Up to where the feed was scanned, which may be past the last event. Reading continues after it. */
  readonly end: FeedPlace
  /** Whether more events may follow right away, even if the slice has fewer than were asked for. */
  readonly more: boolean
  /** Whether there are stored events that cannot be read yet because an older transaction is still in progress. */
  readonly pending: boolean
}

/**
 * The events of the last 30 days, in commit order. Events of a brand in the trash are hidden until it is restored, but remain
 * valid positions to continue from.
 */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** The envelope of an event, if the caller may see it. */
    find(scope: BrandsScope, id: EventId): Effect.Effect<Option.Option<string>, DatabaseUnavailable>

    /** The position of an event, or none if there is no such event or the caller may not see it. */
    placeOf(
      scope: BrandsScope,
      id: EventId
    ): Effect.Effect<Option.Option<FeedPlace>, EventExpired | DatabaseUnavailable>

    /** The current end of a feed. Everything committed from now on follows it. */
    end(tenant: Tenant): Effect.Effect<FeedPlace, DatabaseUnavailable>

    /**
     * Reads at most `limit` events after a position, or from the oldest one stored. It scans a bounded number of events, so a
     * slice is short, with `more` set, if the filter excludes more than that. A slice also ends once its payloads reach
     * `bytes`, by default the limit for a page of a list.
     */
    read(
      scope: BrandsScope,
      filter: EventFilter,
      after: FeedPlace | undefined,
      limit: number,
      bytes?: number
    ): Effect.Effect<FeedSlice, DatabaseUnavailable>

    /** The tenants of those feeds in which events were stored after the position. One statement, however many there are. */
    advanced(
      feeds: ReadonlyArray<{ readonly tenantId: string; readonly after: FeedPlace }>
    ): Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
  }
>()("trunkline/events/EventLog") {}
