import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** A chore on the tables of events, deliveries and requests. Each run does a bounded piece and returns its rows or tables. */
type Chore = Effect.Effect<number, DatabaseUnavailable>

/** The periodic chores that one node does for all, so that the tables stay small. */
export class DeliveryUpkeep extends Context.Service<
  DeliveryUpkeep,
  {
    /** Creates the partitions of the coming days. */
    readonly makePartitions: Chore
    /** Drops events and attempts older than 30 days, and logged API requests older than 7 days. */
    readonly dropPartitions: Chore
    /** Ends deliveries that are older than 80 hours. */
    readonly expire: Chore
    /** Ends the deliveries of webhooks that were disabled or deleted. */
    readonly cancel: Chore
    /** Disables webhooks that have failed for five days with at least ten exhausted deliveries. */
    readonly disableFailing: Chore
    /** Notifies owners and admins of webhooks that have failed for a day, and of those that were disabled. */
    readonly tellOfFailures: Chore
    /** Counts, hour by hour, each webhook's deliveries that ended today and yesterday. All statistics read these counts. */
    readonly countDays: Chore
    /** Deletes idempotency receipts after 24 hours. */
    readonly purgeReceipts: Chore
    /** Vacuums the deliveries if their table has many dead rows; autovacuum can be late under a long transaction. */
    readonly vacuum: Chore
  }
>()("trunkline/webhooks/DeliveryUpkeep") {}
