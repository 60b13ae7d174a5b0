import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { eventTypes } from "../../src/domain/Event.ts"
import { type DeliveryId, uuidOf } from "../../src/domain/Ids.ts"
import type { DeliveryPage } from "../../src/domain/Webhook.ts"
import { Database } from "../../src/sql/Database.ts"
import { DeliveryUpkeep } from "../../src/webhooks/DeliveryUpkeep.ts"
import type { WebhookCreate } from "../../src/webhooks/WebhookInput.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { startReceiver } from "../support/Receiver.ts"
import { byKey, seedBrand, seedTenant } from "../support/seedTenant.ts"
import { inRealTime, publish, subscribe, underWay, WebhookLab } from "../support/WebhookLab.ts"

const brand = Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))
const target: WebhookCreate = { url: "https://acme.example/hook", events: ["ticket.created"] }

layer(WebhookLab)("Webhooks", (it) => {
  it.effect("creates one with defaults and a secret of its own", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { secret, webhook } = yield* subscribe(scope, { ...target, events: ["ticket.created", "ticket.created"] })
      assert.match(Redacted.value(secret), /^whsec_[A-Za-z0-9+/]{32}$/)
      const found = yield* Webhooks.use((webhooks) => webhooks.get(scope, webhook.id))
      assert.deepStrictEqual(found.events, ["ticket.created"])
      assert.deepInclude(found, {
        enabled: true,
        includeInternal: false,
        ordering: "ticket",
        failureCount: 0,
        version: 1
      })
      assert.deepStrictEqual(yield* Webhooks.use((webhooks) => webhooks.list(scope)), [found])
    })
  )

  it.effect("keeps secrets sealed", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, secret: Redacted.make("a chosen secret") })
      const { system: sql } = yield* Database
      const [row] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM webhook_secrets
        WHERE webhook_id = ${uuidOf(webhook.id)}`
      assert.isFalse(Buffer.from(row?.sealed ?? []).includes("chosen"))
    })
  )

  it.effect("names every rule that a new webhook breaks", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const error = yield* Effect.flip(
        subscribe(scope, {
          url: "http://10.0.0.1:22/",
          events: ["ticket.created", "ticket.exploded"],
          secret: Redacted.make("short"),
          description: "x".repeat(201)
        })
      )
      if (error._tag !== "InvalidInput") return assert.fail(error._tag)
      assert.deepStrictEqual(
        error.errors.map(({ code, field }) => [field, code]),
        [
          ["url", "format"],
          ["events[1]", "enum"],
          ["secret", "length"],
          ["description", "length"]
        ]
      )
      for (const events of [[], Array.from({ length: 51 }, () => "*")]) {
        assert.strictEqual((yield* Effect.flip(subscribe(scope, { ...target, events })))._tag, "InvalidInput")
      }
    })
  )

  it.effect("has room for fifty in a brand, also when they come at once", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      yield* Effect.forEach(Array.from({ length: 48 }), () => subscribe(scope, target))
      const results = yield* Effect.forEach(Array.from({ length: 4 }), () => Effect.result(subscribe(scope, target)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        results.flatMap((result) => (result._tag === "Failure" ? [result.failure._tag] : [])),
        ["LimitReached", "LimitReached"]
      )
    })
  )

  it.effect("is not to be seen from another brand or tenant", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, target)
      const webhooks = yield* Webhooks
      const sibling = yield* seedBrand(scope.tenant)
      const stranger = yield* brand
      for (const other of [sibling, stranger, { ...scope, tenant: stranger.tenant }]) {
        const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          webhooks.get(other, webhook.id),
          webhooks.update(other, byKey, webhook.id, { enabled: false }),
          webhooks.delete(other, byKey, webhook.id),
          webhooks.rotateSecret(other, byKey, webhook.id, {}),
          webhooks.test(other, webhook.id),
          webhooks.deliveries(other, webhook.id, { limit: 5 })
        ]
        for (const attempt of attempts) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "NotFound")
        }
      }
      assert.isTrue((yield* webhooks.get(scope, webhook.id)).enabled)
    })
  )

  it.effect("changes only what is given, and nothing when nothing is new", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, description: "billing" })
      const webhooks = yield* Webhooks
      const same = yield* webhooks.update(scope, byKey, webhook.id, { url: target.url, enabled: true })
      assert.strictEqual(same.replayed ? 0 : same.value.version, 1)
      const off = yield* webhooks.update(scope, byKey, webhook.id, { enabled: false, description: null }, 1)
      if (off.replayed) return assert.fail()
      assert.deepInclude(off.value, { enabled: false, disabledReason: "manual", version: 2, url: target.url })
      assert.isUndefined(off.value.description)
      const stale = yield* Effect.flip(webhooks.update(scope, byKey, webhook.id, { url: "https://b.example/" }, 1))
      assert.deepInclude(stale, { _tag: "VersionConflict", currentVersion: 2 })
      const found = yield* webhooks.get(scope, webhook.id)
      assert.deepStrictEqual(found, off.value)
    })
  )

  it.effect("forgets failures when it is enabled again", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, target)
      const { system: sql } = yield* Database
      yield* sql`UPDATE webhooks SET failure_count = 7, failing_since = now(), gate_until = now() + interval '1 hour'
        WHERE id = ${uuidOf(webhook.id)}`
      const webhooks = yield* Webhooks
      assert.strictEqual((yield* webhooks.get(scope, webhook.id)).failureCount, 7)
      yield* webhooks.update(scope, byKey, webhook.id, { enabled: true })
      const [row] =
        yield* sql`SELECT failure_count, failing_since, gate_until FROM webhooks WHERE id = ${uuidOf(webhook.id)}`
      assert.deepStrictEqual(row, { failure_count: 0, failing_since: null, gate_until: null })
    })
  )

  it.effect("tells the audit log who did what", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, target)
      const webhooks = yield* Webhooks
      yield* webhooks.update(scope, byKey, webhook.id, { includeInternal: true })
      yield* webhooks.rotateSecret(scope, byKey, webhook.id, {})
      yield* webhooks.delete(scope, byKey, webhook.id)
      const { system: sql } = yield* Database
      const entries = yield* sql<{ event: string; changes: unknown }>`SELECT event, changes FROM audit_log
        WHERE entity_id = ${uuidOf(webhook.id)} ORDER BY id`
      assert.deepStrictEqual(
        entries.map(({ event }) => event),
        ["webhook.created", "webhook.updated", "webhook.secret_rotated", "webhook.deleted"]
      )
      assert.notInclude(JSON.stringify(entries), "whsec_")
    })
  )

  it.effect("keeps the previous secret for as long as the rotation says, and no third one", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, target)
      const webhooks = yield* Webhooks
      const { system: sql } = yield* Database
      const kept = sql`SELECT FROM webhook_secrets WHERE webhook_id = ${uuidOf(webhook.id)}`
      const first = yield* webhooks.rotateSecret(scope, byKey, webhook.id, { overlapHours: 2 })
      if (first.replayed) return assert.fail()
      const { previousSecretExpiresAt, updatedAt } = first.value.webhook
      assert.deepStrictEqual(previousSecretExpiresAt, DateTime.add(updatedAt, { hours: 2 }))
      assert.deepStrictEqual(
        (yield* webhooks.get(scope, webhook.id)).previousSecretExpiresAt,
        first.value.webhook.previousSecretExpiresAt
      )
      yield* webhooks.rotateSecret(scope, byKey, webhook.id, { secret: Redacted.make("chosen by me") })
      assert.strictEqual((yield* kept).length, 2)
      yield* webhooks.rotateSecret(scope, byKey, webhook.id, { overlapHours: 0 })
      assert.strictEqual((yield* kept).length, 1)
      for (const overlapHours of [-1, 169, 1.5]) {
        const error = yield* Effect.flip(webhooks.rotateSecret(scope, byKey, webhook.id, { overlapHours }))
        assert.strictEqual(error._tag, "InvalidInput")
      }
    }).pipe(inRealTime)
  )

  it.effect("stores who wants what, so that the writer of events can tell", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook: all } = yield* subscribe(scope, { ...target, events: ["*"] })
      const { webhook: notes } = yield* subscribe(scope, { ...target, events: ["comment.*"], includeInternal: true })
      const { webhook: spam } = yield* subscribe(scope, { ...target, events: ["ticket.comment.created"] })
      const counts = Effect.forEach([all, notes, spam], ({ id }) => Effect.map(underWay(id), (rows) => rows.length))
      yield* publish(scope, { type: "comment.created" })
      assert.deepStrictEqual(yield* counts, [1, 1, 1])
      yield* publish(scope, { type: "comment.created", internal: true })
      assert.deepStrictEqual(yield* counts, [1, 2, 1])
      yield* publish(scope, { type: "comment.created", spam: true })
      assert.deepStrictEqual(yield* counts, [1, 2, 2])
      yield* publish(yield* seedBrand(scope.tenant), { type: "comment.created" })
      assert.deepStrictEqual(yield* counts, [1, 2, 2])
    })
  )
})

layer(WebhookLab)("Webhooks.test", (it) => {
  it.effect("posts sample data of every event once, signed, though the webhook is disabled, and logs it", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 202, body: "thanks" }))
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], enabled: false })
      const webhooks = yield* Webhooks
      for (const [index, event] of [...eventTypes, "ticket.comment.created"].entries()) {
        const sent = yield* webhooks.test(scope, webhook.id, event)
        if (sent.replayed) return assert.fail()
        const request = receiver.received[index]
        const body = new StandardWebhook(Redacted.value(secret)).verify(request?.body ?? "", {
          "webhook-id": String(request?.headers["webhook-id"]),
          "webhook-timestamp": String(request?.headers["webhook-timestamp"]),
          "webhook-signature": String(request?.headers["webhook-signature"])
        })
        assert.deepStrictEqual(body, sent.value.payload)
        assert.deepInclude(body, { event, type: event, test: true })
        assert.deepInclude(sent.value, { status: "SUCCESS", responseCode: 202, responseBody: "thanks", attempts: 1 })
        const logged = yield* webhooks.delivery(scope, webhook.id, sent.value.id)
        assert.deepInclude(logged, { event, status: "SUCCESS", payload: sent.value.payload })
      }
      assert.strictEqual((yield* Effect.flip(webhooks.test(scope, webhook.id, "ticket.exploded")))._tag, "InvalidInput")
    }).pipe(inRealTime)
  )

  it.effect("reports a receiver that is away, and cannot be replayed", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const gone = yield* Effect.scoped(startReceiver())
      const { webhook } = yield* subscribe(scope, { url: gone.url, events: ["*"] })
      const webhooks = yield* Webhooks
      const sent = yield* webhooks.test(scope, webhook.id)
      if (sent.replayed) return assert.fail()
      assert.deepInclude(sent.value, { status: "FAILED", error: "connection_refused", event: "ticket.created" })
      const error = yield* Effect.flip(webhooks.replay(scope, byKey, webhook.id, sent.value.id))
      assert.deepInclude(error, { _tag: "InvalidState", state: "test" })
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("Webhooks.deliveries", (it) => {
  it.effect("pages through what waits and what ended, newest first, without gap or double", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const { system: sql } = yield* Database
      const events = yield* Effect.forEach(Array.from({ length: 9 }), (_, index) =>
        publish(scope, { sequence: index + 1, type: index % 2 === 0 ? "ticket.created" : "comment.created" })
      )
      // Every third ended: one of them well.
      const rows = yield* underWay(webhook.id)
      for (const [index, { id }] of rows.entries()) {
        if (index % 3 !== 0) continue
        yield* sql`WITH gone AS (DELETE FROM deliveries WHERE id = ${id} RETURNING *)
          INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger,
            started_at, duration_ms, status, final)
          SELECT new_uuid_v7(), gone.id, gone.tenant_id, webhook_id, event_id, type, gone.chain_id, 1, 'event',
            now(), 5, 200, ${index === 0 ? 1 : 2} FROM gone JOIN events e ON e.id = event_id`
      }
      const webhooks = yield* Webhooks
      const seen: Array<string> = []
      let after: DeliveryId | undefined
      do {
        const page: DeliveryPage = yield* webhooks.deliveries(scope, webhook.id, { limit: 2, after })
        assert.isAtMost(page.items.length, 2)
        seen.push(...page.items.map(({ id }) => uuidOf(id)))
        after = page.next
      } while (after !== undefined)
      assert.deepStrictEqual(seen, rows.map(({ id }) => id).reverse())

      const count = (filter: object) =>
        Effect.map(webhooks.deliveries(scope, webhook.id, { limit: 500, ...filter }), ({ items }) => items.length)
      assert.deepStrictEqual(
        yield* Effect.forEach(["PENDING", "RETRYING", "SUCCESS", "FAILED"], (status) => count({ status })),
        [6, 0, 1, 2]
      )
      assert.strictEqual(yield* count({ ticketId: events[1]?.ticketId }), 1)
      assert.strictEqual(yield* count({ event: "ticket.comment.created" }), 4)
      assert.strictEqual(yield* count({ event: "ticket.created" }), 5)
    })
  )

  it.effect("replays an event as a new delivery, in place of one that still waits", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* publish(scope)
      const webhooks = yield* Webhooks
      const { items } = yield* webhooks.deliveries(scope, webhook.id, { limit: 1 })
      const [original] = items
      if (original === undefined) return assert.fail()
      const made = yield* webhooks.replay(scope, byKey, webhook.id, original.id)
      if (made.replayed) return assert.fail()
      assert.deepInclude(made.value, { status: "PENDING", replayOf: original.id, eventId: original.eventId })
      assert.deepStrictEqual(made.value.payload, original.payload)
      const before = yield* webhooks.delivery(scope, webhook.id, original.id)
      assert.deepInclude(before, { status: "FAILED", error: "replaced_by_replay" })
      assert.strictEqual((yield* underWay(webhook.id)).length, 1)

      yield* webhooks.update(scope, byKey, webhook.id, { enabled: false })
      const refused = yield* Effect.flip(webhooks.replay(scope, byKey, webhook.id, original.id))
      assert.deepInclude(refused, { _tag: "InvalidState", state: "disabled" })
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("DeliveryUpkeep", (it) => {
  it.effect("drops what a deleted webhook had waiting, and cancels what a disabled one had", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const webhooks = yield* Webhooks
      const { webhook: deleted } = yield* subscribe(scope, { ...target, events: ["*"] })
      const { webhook: disabled } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* Effect.forEach(Array.from({ length: 3 }), () => publish(scope))
      yield* webhooks.delete(scope, byKey, deleted.id)
      yield* webhooks.update(scope, byKey, disabled.id, { enabled: false })
      const upkeep = yield* DeliveryUpkeep
      assert.strictEqual(yield* upkeep.cancel, 6)
      assert.strictEqual(yield* upkeep.cancel, 0)
      const { items } = yield* webhooks.deliveries(scope, disabled.id, { limit: 10, status: "FAILED" })
      assert.deepStrictEqual(
        items.map(({ error }) => error),
        ["webhook_disabled", "webhook_disabled", "webhook_disabled"]
      )
    }).pipe(inRealTime)
  )

  it.effect("ends what is over, and leaves what is not", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* publish(scope)
      yield* publish(scope)
      const { system: sql } = yield* Database
      yield* sql`UPDATE deliveries SET expires_at = now() - interval '1 second'
        WHERE id = (SELECT min(id::text)::uuid FROM deliveries WHERE webhook_id = ${uuidOf(webhook.id)})`
      const upkeep = yield* DeliveryUpkeep
      assert.strictEqual(yield* upkeep.expire, 1)
      assert.strictEqual((yield* underWay(webhook.id)).length, 1)
    }).pipe(inRealTime)
  )

  it.effect("disables what failed for five days and ten deliveries, and nothing sooner", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const upkeep = yield* DeliveryUpkeep
      const { system: sql } = yield* Database
      const webhooks = yield* Webhooks
      const failing = Effect.fn(function* (days: number, ended: number) {
        const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
        yield* sql`UPDATE webhooks SET failing_since = now() - make_interval(days => ${days}), failure_count = 99
          WHERE id = ${uuidOf(webhook.id)}`
        for (let index = 0; index < ended; index++) {
          yield* sql`INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt,
            trigger, started_at, duration_ms, final) VALUES (new_uuid_v7(), gen_random_uuid(), ${scope.tenant.id},
            ${uuidOf(webhook.id)}, gen_random_uuid(), 'ticket.created', gen_random_uuid(), 12, 'event', now(), 1, 2)`
        }
        return webhook.id
      })
      const kept = [yield* failing(4, 10), yield* failing(6, 9)]
      const lost = yield* failing(6, 10)
      assert.strictEqual(yield* upkeep.disableFailing, 1)
      assert.deepInclude(yield* webhooks.get(scope, lost), { enabled: false, disabledReason: "failing" })
      for (const id of kept) assert.isTrue((yield* webhooks.get(scope, id)).enabled)
    }).pipe(inRealTime)
  )

  it.effect("makes the partitions of the next days and drops those of the past", () =>
    Effect.gen(function* () {
      const upkeep = yield* DeliveryUpkeep
      const { system: sql } = yield* Database
      const names = Effect.map(
        sql<{
          name: string
        }>`SELECT relname AS name FROM pg_class WHERE relname ~ '^(events|attempts)_[0-9]{8}$' ORDER BY 1`,
        (rows) => rows.map(({ name }) => name)
      )
      const before = yield* names
      yield* sql`SELECT create_day_partitions(current_date - ${31}), create_day_partitions(current_date - ${40})`
      assert.strictEqual((yield* names).length, before.length + 4)
      // 40 days ago: both tables; 31 days ago: the attempts, for events are kept a little longer.
      assert.strictEqual(yield* upkeep.dropPartitions, 3)
      yield* sql`DROP TABLE ${sql(before.at(-1) ?? assert.fail())}`
      yield* upkeep.makePartitions
      assert.includeMembers(yield* names, before)
    }).pipe(inRealTime)
  )

  it.effect("forgets idempotent answers after a day", () =>
    Effect.gen(function* () {
      const { tenant } = yield* brand
      const { system: sql } = yield* Database
      for (const [key, age] of [
        ["old", "25 hours"],
        ["new", "23 hours"]
      ]) {
        yield* sql`INSERT INTO receipts (tenant_id, key, fingerprint, status, headers, body, sealed, created_at)
          VALUES (${tenant.id}, ${Buffer.from(key ?? "")}, ''::bytea, 200, '{}'::jsonb, '', false, now() - ${age}::interval)`
      }
      const upkeep = yield* DeliveryUpkeep
      assert.strictEqual(yield* upkeep.purgeReceipts, 1)
      assert.strictEqual(yield* upkeep.vacuum, 0)
    }).pipe(inRealTime)
  )
})
