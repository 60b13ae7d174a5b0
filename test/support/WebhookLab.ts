import { Clock, Context, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { type EventType, envelope } from "../../src/domain/Event.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type TicketId, uuidOf, type WebhookId } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Handoff } from "../../src/events/Handoff.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlDeliveryLog from "../../src/sql/SqlDeliveryLog.ts"
import * as SqlDeliveryQueue from "../../src/sql/SqlDeliveryQueue.ts"
import * as SqlDeliveryUpkeep from "../../src/sql/SqlDeliveryUpkeep.ts"
import * as SqlNodeSession from "../../src/sql/SqlNodeSession.ts"
import * as SqlReceipts from "../../src/sql/SqlReceipts.ts"
import * as SqlWebhookStore from "../../src/sql/SqlWebhookStore.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import * as Dispatcher from "../../src/webhooks/dispatcher/Dispatcher.ts"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeHttpClient } from "../../src/webhooks/SafeHttpClient.ts"
import { TestSender } from "../../src/webhooks/TestSender.ts"
import type { WebhookCreate } from "../../src/webhooks/WebhookInput.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { byKey, seedBrand, seedTenant } from "./seedTenant.ts"
import * as TestDatabase from "./TestDatabase.ts"

/** Ids carry the time, and rows as old as the test clock says would be cleared away. */
const RealClock = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())

const Ground = Layer.mergeAll(
  TestDatabase.layer,
  IdGenerator.layer.pipe(Layer.provide(RealClock)),
  Vault.layer,
  Egress.layer(["127.0.0.0/8"])
).pipe(Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)]))))
const Stores = Layer.mergeAll(
  SqlWebhookStore.layer,
  SqlDeliveryLog.layer,
  SqlReceipts.layer,
  SqlDeliveryQueue.layer,
  SqlNodeSession.layer,
  SqlDeliveryUpkeep.layer({ publicUrl: "https://desk.example", mailDomain: "desk.example" }),
  SafeHttpClient.layer(Duration.seconds(2)),
  ActorRegistry.layer
)

/** Webhooks on a database of their own, without a dispatcher: `Dispatcher.layer` is a node, and there may be several. */
export const WebhookLab = Layer.merge(Webhooks.layer, Deliveries.layer).pipe(
  Layer.provide(TestSender.layer),
  Layer.provideMerge(Stores),
  Layer.provideMerge(Ground)
)

/** A node that dispatches while the scope is open. */
export const startNode = Layer.build(Layer.fresh(Dispatcher.layer))

/** What the writer of events sees of a node. */
export const nodeOf = (context: Context.Context<Handoff>) => Context.get(context, Handoff)

/** PostgreSQL and sockets live in real time. */
export const inRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Clock.Clock, Clock.Clock.defaultValue())

/** A brand of a tenant of its own. */
export const brand = Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))

/** A webhook of the brand; its secret with it. */
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

/** Stores an event and its deliveries as the writer of tickets does; none of them is leased. */
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
    INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, chain_id, seq, hold, expires_at)
    SELECT new_uuid_v7(), w.tenant_id, w.id, e.id, e.chain_id, e.seq, w.ordering = 'ticket', now() + interval '80 hours'
    FROM e JOIN webhooks w ON w.tenant_id = e.tenant_id AND w.brand_id = e.brand_id AND w.status <> 'disabled'
      AND e.type = ANY(w.event_types) AND (NOT e.internal OR w.include_internal)
      AND (NOT e.spam OR ('=' || e.type) = ANY(w.event_types))`
  return { id, payload, ticketId: subject }
}, Effect.orDie)

/** Waits until `check` holds, by looking again and again; the test's own limit is against hanging. */
export const eventually = <A, E, R>(look: Effect.Effect<A, E, R>, check: (value: A) => boolean) =>
  inRealTime(Effect.repeat(Effect.delay(look, "20 millis"), { until: check }))

/** Deliveries of a webhook that are under way. */
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

/** Makes everything under way to a webhook due, as if its time had come. */
export const makeDue = (id: WebhookId) =>
  Effect.flatMap(
    Database,
    ({ system: sql }) => sql`UPDATE deliveries SET due_at = now() WHERE webhook_id = ${uuidOf(id)}`
  ).pipe(Effect.orDie)
