import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Causation } from "../../domain/Causation.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Outcome } from "../../tickets/TicketCommand.ts"
import { Batch } from "../commit/Batch.ts"
import { writeBatch } from "../commit/writeBatch.ts"
import type { DeliveryRow } from "../commit/writeEvents.ts"
import { signal } from "../webhooks/webhookSignal.ts"

/**
 * Stores what a command outside the ticket store has decided, with its events and their deliveries, in the current transaction
 * of `sql`, which has locked the brand. Every node is notified of the deliveries on commit.
 */
export const storeOutcome = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  next: IdGenerator["Service"]["next"],
  { brandId, tenant }: BrandScope,
  causation: Causation,
  now: DateTime.Utc,
  /** Whether the brand has a webhook that events are delivered to. */
  subscribed: boolean,
  outcome: Outcome<unknown>,
  /** The customer that it changes, before the change. */
  before?: Customer
) {
  const batch = new Batch(next)
  batch.now = now
  batch.subscribed = subscribed
  batch.holdsBrands = true
  if (before !== undefined) batch.learnCustomer(before)
  batch.apply(brandId, causation, outcome)
  // No delivery is leased to this node: whichever is free takes it.
  const write = writeBatch(tenant, batch, { node: 0, ready: () => [] }, next)
  if (write === undefined) return
  const deliveries = yield* sql.unsafe<DeliveryRow>(write.sql, write.parameters)
  for (const webhookId of new Set(deliveries.map((row) => row.webhook_id))) yield* signal(sql, "work", webhookId)
})
