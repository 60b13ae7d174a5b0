import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { EventType } from "../domain/Event.ts"
import type { BrandId, EventId, TicketId } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import type { EventExpired } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** A place in a tenant's feed, which is in the order of commits. */
export interface FeedPlace {
  /** A transaction (xid8), as digits: it exceeds what numbers hold exactly. */
  readonly transaction: string
  /** The transaction's own number among those that stored events. */
  readonly place: number
  /** The event's UUID. */
  readonly uuid: string
}

/** Which events of a feed somebody wants. A filter that is left out does not filter. */
export interface EventFilter {
  readonly types?: ReadonlyArray<EventType> | undefined
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly ticketId?: TicketId | undefined
}

/** An event as the log keeps it. */
export interface LoggedEvent {
  readonly id: EventId
  readonly brandId: BrandId
  readonly type: EventType
  /** The ticket's UUID, or the customer's of a customer event. */
  readonly subject: string
  readonly at: FeedPlace
  /** The envelope: the exact JSON text that was stored. */
  readonly payload: string
}

/** A stretch of the feed, oldest event first. */
export interface FeedSlice {
  readonly events: ReadonlyArray<LoggedEvent>
  /** Up to where the feed was looked at: reading goes on after it. */
  readonly end: FeedPlace
  /** Whether more may follow at once. The end of a slice with fewer events than asked for need not be an event of it. */
  readonly more: boolean
  /** Whether events are stored that an older transaction, still under way, keeps from being read. */
  readonly pending: boolean
}

/**
 * The events of the last 30 days, to be read in the order in which they were committed. Those of a brand in the trash are not
 * shown, though they are places to go on from all the same; once it is restored, they are there again.
 */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** The envelope of an event that the caller may see. */
    find(scope: BrandsScope, id: EventId): Effect.Effect<Option.Option<string>, DatabaseUnavailable>

    /** Where an event stands; none when there is no such event, or the caller may not see it. */
    placeOf(
      scope: BrandsScope,
      id: EventId
    ): Effect.Effect<Option.Option<FeedPlace>, EventExpired | DatabaseUnavailable>

    /** The present end of a feed: what is committed from now on follows it. */
    end(tenant: Tenant): Effect.Effect<FeedPlace, DatabaseUnavailable>

    /**
     * At most `limit` events after a place, or from the oldest that is kept. It looks at a bounded number of events:
     * where a filter leaves out more than that, the slice is short, and `more` says so. It is short too once its payloads have
     * so many `bytes`, or those that a page of a list may have.
     */
    read(
      scope: BrandsScope,
      filter: EventFilter,
      after: FeedPlace | undefined,
      limit: number,
      bytes?: number
    ): Effect.Effect<FeedSlice, DatabaseUnavailable>

    /** Those of these feeds in which something was stored after the place. One statement, however many. */
    advanced(
      feeds: ReadonlyArray<{ readonly tenantId: string; readonly after: FeedPlace }>
    ): Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
  }
>()("trunkline/events/EventLog") {}
