import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { type EventType, envelope } from "../../src/domain/Event.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type TicketId, uuidOf, type WebhookId } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Handoff } from "../../src/events/Handoff.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import * as SqlDeliveryLog from "../../src/sql/webhooks/SqlDeliveryLog.ts"
import * as SqlWebhookStore from "../../src/sql/webhooks/SqlWebhookStore.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import * as Dispatcher from "../../src/webhooks/dispatcher/Dispatcher.ts"
import { TestSender } from "../../src/webhooks/TestSender.ts"
import type { WebhookCreate } from "../../src/webhooks/WebhookInput.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { dispatcherGround } from "./dispatcherGround.ts"
import { byKey, seedBrand, seedTenant } from "./seedTenant.ts"
import * as TestDatabase from "./TestDatabase.ts"

const Ground = Layer.mergeAll(SqlWebhookStore.layer, SqlDeliveryLog.layer, SqlReceipts.layer).pipe(
  Layer.provideMerge(dispatcherGround),
  Layer.provideMerge(TestDatabase.layer)
)

/** Webhooks on a database of their own, without a dispatcher. Each `Dispatcher.layer` is a node; there may be several. */
export const WebhookLab = Layer.merge(Webhooks.layer, Deliveries.layer).pipe(
  Layer.provide(TestSender.layer),
  Layer.provideMerge(Ground)
)

/** A node that dispatches while the scope is open. */
export const startNode = Layer.build(Layer.fresh(Dispatcher.layer))

/** What the writer of events sees of a node. */
export const nodeOf = (context: Context.Context<Handoff>) => Context.get(context, Handoff)

/** Runs in real time, because PostgreSQL and sockets do. */
export const inRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Clock.Clock, Clock.Clock.defaultValue())

/** A brand of a new tenant. */
export const brand = Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))

/** A webhook of the brand, with its secret. */
export const subscribe = Effect.fnUntraced(function* (scope: BrandScope, input: WebhookCreate) {
  const made = yield* Webhooks.use((webhooks) => webhooks.create(scope, byKey, input))
  return made.replayed ? yield* Effect.die("replayed") : made.value
})

export interface EventOptions {
  readonly type?: EventType
  readonly ticketId?: TicketId
  readonly sequence?: number
  readonly data?: object
  readonly internal?: boolean
  readonly spam?: boolean
}

/** Stores an event and its deliveries as the ticket writer does, without leasing any. */
export const publish = Effect.fnUntraced(function* (scope: BrandScope, options: EventOptions = {}) {
  const { system: sql } = yield* Database
  const ids = yield* IdGenerator
  const { data = {}, internal = false, sequence = 1, spam = false, type = "ticket.created" } = options
  const subject = options.ticketId ?? ids.next("ticket")
  const id = ids.next("event")
  const stored = { id, brandId: scope.brandId, subject, sequence, type, data }
  const payload = envelope(stored, scope.tenant, byKey, yield* DateTime.now)
  yield* sql`WITH e AS (
      INSERT INTO events (id, tenant_id, brand_id, type, chain_id, seq, internal, spam, occurred_at, payload)
      VALUES (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${type}, ${uuidOf(subject)}, ${sequence},
        ${internal}, ${spam}, now(), ${payload}) RETURNING *)
    INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, expires_at)
    SELECT new_uuid_v7(), w.tenant_id, w.id, e.id, e.type, e.chain_id, e.seq, w.ordering = 'ticket', now() + interval '80 hours'
    FROM e JOIN webhooks w ON w.tenant_id = e.tenant_id AND w.brand_id = e.brand_id AND w.status <> 'disabled'
      AND e.type = ANY(w.event_types) AND (NOT e.internal OR w.include_internal)
      AND (NOT e.spam OR ('=' || e.type) = ANY(w.event_types))`
  return { id, payload, ticketId: subject }
}, Effect.orDie)

/** Publishes `rounds` events for each of `tickets` tickets, round by round; returns their ids. */
export const publishRounds = Effect.fnUntraced(function* (scope: BrandScope, tickets: number, rounds: number) {
  const ids = yield* IdGenerator
  const ticketIds = Array.from({ length: tickets }, () => ids.next("ticket"))
  const events: Array<string> = []
  for (let sequence = 1; sequence <= rounds; sequence++) {
    const type = sequence === 1 ? "ticket.created" : "ticket.updated"
    const round = yield* Effect.forEach(
      ticketIds,
      (ticketId) => publish(scope, { ticketId, sequence, type, data: { id: ticketId } }),
      { concurrency: 4 }
    )
    events.push(...round.map(({ id }) => id))
  }
  return events
})

/** Polls until `check` holds. The test's own timeout is the limit. */
export const eventually = <A, E, R>(look: Effect.Effect<A, E, R>, check: (value: A) => boolean) =>
  inRealTime(Effect.repeat(Effect.delay(look, "20 millis"), { until: check }))

/** A webhook's deliveries in flight. */
export const underWay = (id: WebhookId) =>
  Effect.flatMap(
    Database,
    ({ system: sql }) => sql<{
      id: string
      attempts: number
      step: number
      hold: boolean
      leased: boolean
      due_in: number
    }>`SELECT id, attempts, step, hold, lease_owner IS NOT NULL AS leased,
      extract(epoch FROM due_at - now())::float8 AS due_in FROM deliveries WHERE webhook_id = ${uuidOf(id)} ORDER BY id`
  ).pipe(Effect.orDie)

/** Makes all pending deliveries of a webhook due now. */
export const makeDue = (id: WebhookId) =>
  Effect.flatMap(
    Database,
    ({ system: sql }) =>
      sql`UPDATE deliveries SET due_at = now() - interval '1 second' WHERE webhook_id = ${uuidOf(id)}`
  ).pipe(Effect.orDie)
