import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { eventTypes } from "../../src/domain/Event.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type DeliveryId, idOf, uuidOf } from "../../src/domain/Ids.ts"
import type { DeliveryPage, ReplayRange } from "../../src/domain/Webhook.ts"
import type { Once } from "../../src/events/Receipt.ts"
import { Database } from "../../src/sql/Database.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import type { WebhookCreate } from "../../src/webhooks/WebhookInput.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { startReceiver } from "../support/Receiver.ts"
import { byKey, seedBrand } from "../support/seedTenant.ts"
import { verify } from "../support/verifyDelivery.ts"
import { brand, inRealTime, publish, subscribe, underWay, WebhookLab } from "../support/WebhookLab.ts"

const target: WebhookCreate = { url: "https://acme.example/hook", events: ["ticket.created"] }
const scheduled = (once: Once<number>) => (once.replayed ? assert.fail() : once.value)

layer(WebhookLab)("Deliveries.test", (it) => {
  it.effect("posts sample data of every event once, signed, even if the webhook is disabled, and logs it", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 202, body: "thanks" }))
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], enabled: false })
      const deliveries = yield* Deliveries
      for (const [index, event] of [...eventTypes, "ticket.comment.created"].entries()) {
        const sent = yield* deliveries.test(scope, webhook.id, event)
        if (sent.replayed) return assert.fail()
        const request = receiver.received[index]
        const body = verify(secret, request ?? assert.fail())
        assert.deepStrictEqual(body, sent.value.payload)
        assert.deepInclude(body, { event, type: event, test: true })
        assert.deepInclude(sent.value, { status: "SUCCESS", responseCode: 202, responseBody: "thanks", attempts: 1 })
        const logged = yield* deliveries.get(scope, webhook.id, sent.value.id)
        assert.deepInclude(logged, { event, status: "SUCCESS", payload: sent.value.payload })
      }
      assert.strictEqual(
        (yield* Effect.flip(deliveries.test(scope, webhook.id, "ticket.exploded")))._tag,
        "InvalidInput"
      )
    }).pipe(inRealTime)
  )

  it.effect("reports an unreachable receiver, and cannot be replayed", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const gone = yield* Effect.scoped(startReceiver())
      const { webhook } = yield* subscribe(scope, { url: gone.url, events: ["*"] })
      const deliveries = yield* Deliveries
      const sent = yield* deliveries.test(scope, webhook.id)
      if (sent.replayed) return assert.fail()
      assert.deepInclude(sent.value, { status: "FAILED", error: "connection_refused", event: "ticket.created" })
      const error = yield* Effect.flip(deliveries.replay(scope, byKey, webhook.id, sent.value.id))
      assert.deepInclude(error, { _tag: "InvalidState", state: "test" })
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("Deliveries", (it) => {
  it.effect("pages through waiting and finished ones, newest first, without gaps or repeats", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const { system: sql } = yield* Database
      const events = yield* Effect.forEach(Array.from({ length: 9 }), (_, index) =>
        publish(scope, { sequence: index + 1, type: index % 2 === 0 ? "ticket.created" : "comment.created" })
      )
      // Every third one is finished, one of them successfully.
      const rows = yield* underWay(webhook.id)
      for (const [index, { id }] of rows.entries()) {
        if (index % 3 !== 0) continue
        yield* sql`WITH gone AS (DELETE FROM deliveries WHERE id = ${id} RETURNING *)
          INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger,
            started_at, duration_ms, status, final)
          SELECT new_uuid_v7(), gone.id, gone.tenant_id, webhook_id, event_id, type, gone.chain_id, 1, 'event',
            now(), 5, 200, ${index === 0 ? 1 : 2} FROM gone JOIN events e ON e.id = event_id`
      }
      const deliveries = yield* Deliveries
      const seen: Array<string> = []
      let after: DeliveryId | undefined
      do {
        const page: DeliveryPage = yield* deliveries.list(scope, webhook.id, { limit: 2, after })
        assert.isAtMost(page.items.length, 2)
        seen.push(...page.items.map(({ id }) => uuidOf(id)))
        after = page.next
      } while (after !== undefined)
      assert.deepStrictEqual(seen, rows.map(({ id }) => id).reverse())

      const count = (filter: object) =>
        Effect.map(deliveries.list(scope, webhook.id, { limit: 500, ...filter }), ({ items }) => items.length)
      assert.deepStrictEqual(
        yield* Effect.forEach(["PENDING", "RETRYING", "SUCCESS", "FAILED"], (status) => count({ status })),
        [6, 0, 1, 2]
      )
      assert.strictEqual(yield* count({ ticketId: events[1]?.ticketId }), 1)
      assert.strictEqual(yield* count({ event: "ticket.comment.created" }), 4)
      assert.strictEqual(yield* count({ event: "ticket.created" }), 5)
    })
  )

  it.effect("replays an event as a new delivery, which replaces one that still waits", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* publish(scope)
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const { items } = yield* deliveries.list(scope, webhook.id, { limit: 1 })
      const [original] = items
      if (original === undefined) return assert.fail()
      const made = yield* deliveries.replay(scope, byKey, webhook.id, original.id)
      if (made.replayed) return assert.fail()
      assert.deepInclude(made.value, { status: "PENDING", replayOf: original.id, eventId: original.eventId })
      assert.deepStrictEqual(made.value.payload, original.payload)
      const before = yield* deliveries.get(scope, webhook.id, original.id)
      assert.deepInclude(before, { status: "FAILED", error: "replaced_by_replay" })
      assert.strictEqual((yield* underWay(webhook.id)).length, 1)

      yield* webhooks.update(scope, byKey, webhook.id, { enabled: false })
      const refused = yield* Effect.flip(deliveries.replay(scope, byKey, webhook.id, original.id))
      assert.deepInclude(refused, { _tag: "InvalidState", state: "disabled" })
    }).pipe(inRealTime)
  )

  it.effect(
    "resends a range: what matches the subscription, oldest first, including events from before the webhook",
    () =>
      Effect.gen(function* () {
        const scope = yield* brand
        const deliveries = yield* Deliveries
        const ids = yield* IdGenerator
        const ticketId = ids.next("ticket")
        const stored = yield* Effect.forEach(
          ["ticket.created", "comment.created", "ticket.updated", "ticket.closed"] as const,
          (type, index) => publish(scope, { type, ticketId, sequence: index + 1, internal: type === "comment.created" })
        )
        yield* publish(yield* seedBrand(scope.tenant), { type: "ticket.created" })
        const { webhook } = yield* subscribe(scope, {
          ...target,
          events: ["ticket.created", "ticket.updated", "comment.*"]
        })
        const { webhook: notes } = yield* subscribe(scope, { ...target, events: ["comment.*"], includeInternal: true })
        const all = { onlyFailed: true }

        assert.strictEqual(scheduled(yield* deliveries.replayRange(scope, byKey, webhook.id, all)), 2)
        assert.strictEqual(scheduled(yield* deliveries.replayRange(scope, byKey, notes.id, all)), 1)
        // Pending deliveries are left alone.
        assert.strictEqual(scheduled(yield* deliveries.replayRange(scope, byKey, webhook.id, all)), 0)
        const { items } = yield* deliveries.list(scope, webhook.id, { limit: 10 })
        assert.sameMembers(
          items.map(({ eventId }) => eventId),
          [stored[0]?.id, stored[2]?.id]
        )
        assert.isTrue(items.every(({ status }) => status === "PENDING"))
        assert.deepStrictEqual(
          (yield* underWay(webhook.id)).map(({ hold }) => hold),
          [true, true]
        )
      }).pipe(inRealTime)
  )

  it.effect("narrows a range by time, name and id, and to what never arrived", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const deliveries = yield* Deliveries
      const { system: sql } = yield* Database
      const stored = yield* Effect.forEach(["ticket.created", "ticket.updated", "comment.created"] as const, (type) =>
        publish(scope, { type })
      )
      const [first, second] = stored
      if (first === undefined || second === undefined) return assert.fail()
      yield* sql`UPDATE events SET occurred_at = now() - interval '1 hour' WHERE id = ${uuidOf(first.id)}`
      const replays = (range: Partial<ReplayRange>) =>
        Effect.gen(function* () {
          const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
          return scheduled(yield* deliveries.replayRange(scope, byKey, webhook.id, { onlyFailed: true, ...range }))
        })
      const halfHourAgo = DateTime.subtract(yield* DateTime.now, { minutes: 30 })
      assert.strictEqual(yield* replays({}), 3)
      assert.strictEqual(yield* replays({ from: halfHourAgo }), 2)
      assert.strictEqual(yield* replays({ to: halfHourAgo }), 1)
      assert.strictEqual(yield* replays({ from: DateTime.makeUnsafe(0) }), 3)
      assert.strictEqual(yield* replays({ events: ["ticket.*"] }), 2)
      assert.strictEqual(yield* replays({ events: ["ticket.comment.created"] }), 1)
      assert.strictEqual(yield* replays({ eventIds: [second.id] }), 1)

      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* sql`INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger,
          started_at, duration_ms, status, final)
        SELECT new_uuid_v7(), new_uuid_v7(), tenant_id, ${uuidOf(webhook.id)}, id, type, chain_id, 1, 'event', now(), 5, 200, 1
        FROM events WHERE id = ${uuidOf(first.id)}`
      assert.strictEqual(scheduled(yield* deliveries.replayRange(scope, byKey, webhook.id, { onlyFailed: true })), 2)
      assert.strictEqual(scheduled(yield* deliveries.replayRange(scope, byKey, webhook.id, { onlyFailed: false })), 1)
    }).pipe(inRealTime)
  )

  it.effect("resends at most ten thousand events of a range, the oldest, and the others on the next request", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const deliveries = yield* Deliveries
      const { system: sql } = yield* Database
      yield* sql`INSERT INTO events (id, tenant_id, brand_id, type, chain_id, seq, occurred_at, payload)
        SELECT overlay(uuid_at(now() - interval '1 minute')::text placing right(gen_random_uuid()::text, 17) from 20)::uuid,
          ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'ticket.created', gen_random_uuid(), n, now() - interval '1 minute', '{}'
        FROM generate_series(1, 10000) n`
      const newest = yield* publish(scope)
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const replayed = Effect.map(deliveries.replayRange(scope, byKey, webhook.id, { onlyFailed: true }), scheduled)
      assert.strictEqual(yield* replayed, 10_000)
      const found = sql`SELECT FROM deliveries WHERE webhook_id = ${uuidOf(webhook.id)} AND event_id = ${uuidOf(newest.id)}`
      assert.lengthOf(yield* found, 0)
      assert.strictEqual(yield* replayed, 1)
      assert.lengthOf(yield* found, 1)
      assert.strictEqual(yield* replayed, 0)
    }).pipe(inRealTime)
  )

  it.effect("leaves out events that are older than the record of what has arrived", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const deliveries = yield* Deliveries
      const { system: sql } = yield* Database
      const ages = [29, 31]
      const stored = yield* Effect.forEach(ages, (days) =>
        Effect.gen(function* () {
          const { id } = yield* publish(scope)
          const [row] = yield* sql<{
            id: string
          }>`UPDATE events SET occurred_at = now() - make_interval(days => ${days}),
            id = overlay(uuid_at(now() - make_interval(days => ${days}))::text placing right(id::text, 17) from 20)::uuid
            WHERE id = ${uuidOf(id)} RETURNING id`
          return idOf("event", row?.id ?? assert.fail())
        })
      )
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const replayed = (range: Partial<ReplayRange>) =>
        deliveries.replayRange(scope, byKey, webhook.id, { onlyFailed: true, ...range })
      const error = yield* Effect.flip(replayed({ eventIds: stored }))
      assert.deepStrictEqual(error._tag === "InvalidInput" ? error.errors.map(({ field }) => field) : error, [
        "eventIds[1]"
      ])
      assert.strictEqual(scheduled(yield* replayed({ from: DateTime.makeUnsafe(0), onlyFailed: false })), 1)
      const { items } = yield* deliveries.list(scope, webhook.id, { limit: 10 })
      assert.deepStrictEqual(
        items.map(({ eventId }) => eventId),
        stored.slice(0, 1)
      )
    }).pipe(inRealTime)
  )

  it.effect("refuses an invalid range, unknown events, and a webhook that is disabled or someone else's", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const deliveries = yield* Deliveries
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const foreign = yield* publish(yield* brand)
      const now = yield* DateTime.now
      const refusal = (range: Partial<ReplayRange>, id = webhook.id) =>
        Effect.flip(deliveries.replayRange(scope, byKey, id, { onlyFailed: true, ...range }))
      const fields = (range: Partial<ReplayRange>) =>
        Effect.map(refusal(range), (error) =>
          error._tag === "InvalidInput" ? error.errors.map(({ code, field }) => [field, code]) : []
        )
      assert.deepStrictEqual(yield* fields({ from: now, to: now }), [["to", "range"]])
      assert.deepStrictEqual(yield* fields({ events: ["ticket.created", "ticket.exploded"] }), [["events[1]", "enum"]])
      assert.deepStrictEqual(yield* fields({ eventIds: [foreign.id] }), [["eventIds[0]", "unknown_id"]])
      const { webhook: off } = yield* subscribe(scope, { ...target, events: ["*"], enabled: false })
      assert.deepInclude(yield* refusal({}, off.id), { _tag: "InvalidState", state: "disabled" })
      const { webhook: strangers } = yield* subscribe(yield* brand, { ...target, events: ["*"] })
      assert.deepInclude(yield* refusal({}, strangers.id), { _tag: "NotFound", entity: "webhook" })
    }).pipe(inRealTime)
  )
})
