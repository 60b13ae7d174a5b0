import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** A chore on the tables of events, deliveries and requests: how many rows or tables it dealt with. Each does a bounded piece. */
type Chore = Effect.Effect<number, DatabaseUnavailable>

/** What one node does for all, again and again, so that the tables stay small. */
export class DeliveryUpkeep extends Context.Service<
  DeliveryUpkeep,
  {
    /** Makes the day partitions of the days to come. */
    readonly makePartitions: Chore
    /** Drops events and attempts that are older than 30 days, and requests with API keys older than 7. */
    readonly dropPartitions: Chore
    /** Ends deliveries whose 80 hours are over. */
    readonly expire: Chore
    /** Ends the deliveries of webhooks that were disabled or deleted. */
    readonly cancel: Chore
    /** Disables webhooks that failed for five days while at least ten deliveries ended without success. */
    readonly disableFailing: Chore
    /** Tells owners and admins of webhooks that have failed for a day, and of those that were switched off. */
    readonly tellOfFailures: Chore
    /** Counts what ended today and yesterday, for each webhook, hour by hour: nobody else counts attempts. */
    readonly countDays: Chore
    /** Forgets idempotent answers after 24 hours. */
    readonly purgeReceipts: Chore
    /** Vacuums the deliveries when much of their table is dead rows; autovacuum can be late under a long transaction. */
    readonly vacuum: Chore
  }
>()("trunkline/webhooks/DeliveryUpkeep") {}
