import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { uuidOf, type WebhookId } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlDeliveryUpkeep from "../../src/sql/webhooks/SqlDeliveryUpkeep.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { DeliveryQueue } from "../../src/webhooks/DeliveryQueue.ts"
import { DeliveryUpkeep } from "../../src/webhooks/DeliveryUpkeep.ts"
import type { WebhookCreate } from "../../src/webhooks/WebhookInput.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { byKey } from "../support/seedTenant.ts"
import { brand, eventually, inRealTime, publish, subscribe, underWay, WebhookLab } from "../support/WebhookLab.ts"

const target: WebhookCreate = { url: "https://acme.example/hook", events: ["ticket.created"] }

/** Attempts in the hour that began `hoursAgo` hours before this one: `final`, and the duration of each. */
const attempted = Effect.fnUntraced(function* (
  { tenant }: BrandScope,
  webhookId: WebhookId,
  hoursAgo: number,
  attempts: ReadonlyArray<readonly [final: number | null, ms: number]>,
  trigger = "event"
) {
  const { system: sql } = yield* Database
  for (const [final, ms] of attempts)
    yield* sql`INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger,
        started_at, duration_ms, final)
      VALUES (overlay(uuid_at(date_trunc('hour', now(), 'UTC') - make_interval(hours => ${hoursAgo}))::text
          placing right(gen_random_uuid()::text, 12) from 25)::uuid, gen_random_uuid(), ${tenant.id}, ${uuidOf(webhookId)},
        gen_random_uuid(), 'ticket.created', gen_random_uuid(), 1, ${trigger}, now(), ${ms}, ${final})`
})

layer(WebhookLab)("DeliveryUpkeep", (it) => {
  it.effect("drops what a deleted webhook had waiting, and cancels what a disabled one had", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const { webhook: deleted } = yield* subscribe(scope, { ...target, events: ["*"] })
      const { webhook: disabled } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* Effect.forEach(Array.from({ length: 3 }), () => publish(scope))
      yield* webhooks.delete(scope, byKey, deleted.id)
      yield* webhooks.update(scope, byKey, disabled.id, { enabled: false })
      const upkeep = yield* DeliveryUpkeep
      assert.strictEqual(yield* upkeep.cancel, 6)
      assert.strictEqual(yield* upkeep.cancel, 0)
      const { items } = yield* deliveries.list(scope, disabled.id, { limit: 10, status: "FAILED" })
      assert.deepStrictEqual(
        items.map(({ error }) => error),
        ["webhook_disabled", "webhook_disabled", "webhook_disabled"]
      )
    }).pipe(inRealTime)
  )

  it.effect("ends expired deliveries, and leaves others alone", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const [over, beingSent] = [yield* publish(scope), yield* publish(scope)]
      yield* publish(scope)
      const { system: sql } = yield* Database
      for (const { id } of [over, beingSent])
        yield* sql`UPDATE deliveries SET expires_at = now() - interval '1 second' WHERE event_id = ${uuidOf(id)}`
      yield* sql`UPDATE deliveries SET lease_owner = 7, lease_until = now() + interval '1 minute'
        WHERE event_id = ${uuidOf(beingSent.id)}`
      const upkeep = yield* DeliveryUpkeep
      assert.strictEqual(yield* upkeep.expire, 1)
      assert.strictEqual((yield* underWay(webhook.id)).length, 2)
      const { items } = yield* Deliveries.use((deliveries) =>
        deliveries.list(scope, webhook.id, { limit: 10, status: "FAILED" })
      )
      assert.deepStrictEqual(
        items.map(({ error, eventId }) => [error, eventId]),
        [["expired", over.id]]
      )
    }).pipe(inRealTime)
  )

  it.effect("disables a webhook after failing for five days and ten deliveries, and not sooner", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const upkeep = yield* DeliveryUpkeep
      const { system: sql } = yield* Database
      const webhooks = yield* Webhooks
      const failing = Effect.fn(function* (days: number, ended: number, tested = 0) {
        const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
        yield* sql`UPDATE webhooks SET failing_since = now() - make_interval(days => ${days}), failure_count = 99
          WHERE id = ${uuidOf(webhook.id)}`
        for (let index = 0; index < ended + tested; index++) {
          yield* sql`INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt,
            trigger, started_at, duration_ms, final) VALUES (new_uuid_v7(), gen_random_uuid(), ${scope.tenant.id},
            ${uuidOf(webhook.id)}, gen_random_uuid(), 'ticket.created', gen_random_uuid(), 12,
            ${index < ended ? "event" : "test"}, now(), 1, 2)`
        }
        return webhook.id
      })
      const kept = [yield* failing(4, 10), yield* failing(6, 9), yield* failing(6, 9, 2)]
      const lost = yield* failing(6, 10)
      assert.strictEqual(yield* upkeep.disableFailing, 1)
      assert.deepInclude(yield* webhooks.get(scope, lost), { enabled: false, disabledReason: "failing" })
      for (const id of kept) assert.isTrue((yield* webhooks.get(scope, id)).enabled)

      // Somebody gives it another URL at the same moment.
      const mended = yield* failing(6, 10)
      const [begun, looked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const change = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`UPDATE webhooks SET failing_since = NULL, failure_count = 0 WHERE id = ${uuidOf(mended)}`
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(looked)
        })
      )
      const changing = yield* Effect.forkChild(change)
      yield* Deferred.await(begun)
      const disabling = yield* Effect.forkChild(upkeep.disableFailing)
      yield* eventually(
        sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        (waiting) => waiting.length > 0
      )
      yield* Deferred.succeed(looked, undefined)
      yield* Fiber.join(changing)
      assert.strictEqual(yield* Fiber.join(disabling), 0)
      assert.isTrue((yield* webhooks.get(scope, mended)).enabled)
    }).pipe(inRealTime)
  )

  it.effect("notifies owners and admins once about a webhook that fails for a day, and once when it is disabled", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const upkeep = yield* DeliveryUpkeep
      const queue = yield* DeliveryQueue
      const { system: sql } = yield* Database
      const person = (name: string, role: string, status: string, notified = true) =>
        sql`INSERT INTO members (id, account_id, email, role, status, notify_email) VALUES (gen_random_uuid(),
          (SELECT account_id FROM tenants WHERE id = ${scope.tenant.id}), ${`${name}@team.example`}, ${role}, ${status}, ${notified})`
      yield* person("owner", "owner", "active")
      yield* person("admin", "admin", "active")
      yield* person("quiet", "admin", "active", false)
      yield* person("agent", "agent", "active")
      yield* person("invited", "admin", "pending")
      const failing = Effect.fn(function* (hours: number) {
        const { webhook } = yield* subscribe(scope, { ...target, url: `https://acme.example/${hours}`, events: ["*"] })
        yield* sql`UPDATE webhooks SET failing_since = now() - make_interval(hours => ${hours}), failure_count = 9
          WHERE id = ${uuidOf(webhook.id)}`
        return webhook.id
      })
      const told = Effect.map(
        sql<{ recipient: string; subject: string; text: string }>`DELETE FROM outgoing_mail
          WHERE recipient LIKE '%@team.example' RETURNING recipient, subject, text`,
        (mails) => mails.map(({ recipient, text }) => `${recipient} ${/https:\/\/acme\S+/.exec(text)?.[0]}`).sort()
      )
      // Of other tests' webhooks.
      yield* upkeep.tellOfFailures
      yield* failing(23)
      const gone = yield* failing(25)
      assert.strictEqual(yield* upkeep.tellOfFailures, 1)
      const both = ["admin@team.example https://acme.example/25", "owner@team.example https://acme.example/25"]
      assert.deepStrictEqual(yield* told, both)
      assert.strictEqual(yield* upkeep.tellOfFailures, 0)

      yield* queue.gone(uuidOf(gone), "https://acme.example/25")
      assert.strictEqual(yield* upkeep.tellOfFailures, 1)
      assert.deepStrictEqual(yield* told, both)
      assert.strictEqual(yield* upkeep.tellOfFailures, 0)

      // No one is notified of what a person disables.
      const webhooks = yield* Webhooks
      yield* webhooks.update(scope, byKey, gone, { enabled: true })
      yield* webhooks.update(scope, byKey, gone, { enabled: false })
      assert.strictEqual(yield* upkeep.tellOfFailures, 0)
    }).pipe(inRealTime)
  )

  it.effect("counts finished deliveries by day, repeatedly, without counting twice", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const upkeep = yield* DeliveryUpkeep
      const deliveries = yield* Deliveries
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const days = deliveries.daily(scope, webhook.id, 30)
      const ended = (attempts: ReadonlyArray<readonly [number | null, number]>, trigger?: string) =>
        attempted(scope, webhook.id, 0, attempts, trigger)
      yield* ended([
        [1, 10],
        [1, 20],
        [1, 90],
        [2, 5_000],
        [null, 7_000]
      ])
      yield* ended([[1, 9_000]], "test")
      yield* upkeep.countDays
      const day = DateTime.formatIso(yield* DateTime.now).slice(0, 10)
      const counted = { day, succeeded: 3, failed: 1, p50Ms: 20, p99Ms: 90 }
      assert.deepStrictEqual(yield* days, [counted])
      yield* ended([
        [1, 0],
        [1, 12_345]
      ])
      yield* upkeep.countDays
      assert.deepStrictEqual(yield* days, [{ day, succeeded: 5, failed: 1, p50Ms: 20, p99Ms: 12_000 }])
      const stranger = yield* Effect.flip(deliveries.daily(yield* brand, webhook.id, 30))
      assert.strictEqual(stranger._tag, "NotFound")
    }).pipe(inRealTime)
  )

  it.effect("counts the previous hour once more, and earlier ones when it restarts", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system: sql } = yield* Database
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      const ended = (...hoursAgo: ReadonlyArray<number>) =>
        Effect.forEach(hoursAgo, (hours) => attempted(scope, webhook.id, hours, [[1, 10]]))
      const start = Effect.provide(
        DeliveryUpkeep,
        Layer.fresh(SqlDeliveryUpkeep.layer({ publicUrl: "https://desk.example", mailDomain: "desk.example" }))
      )
      const counted = Effect.map((yield* Deliveries).daily(scope, webhook.id, 30), (days) =>
        days.reduce((sum, { succeeded }) => sum + succeeded, 0)
      )
      const upkeep = yield* start
      yield* ended(0, 1, 3)
      yield* upkeep.countDays
      assert.strictEqual(yield* counted, 3)
      yield* ended(1, 3)
      yield* upkeep.countDays
      assert.strictEqual(yield* counted, 4)
      yield* sql`UPDATE delivery_hours SET hour = hour - interval '3 days' WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* (yield* start).countDays
      assert.strictEqual(yield* counted, 5)
      const [kept] = yield* sql<{ sum: number }>`SELECT sum(count)::int AS sum FROM delivery_hours
        WHERE webhook_id = ${uuidOf(webhook.id)}`
      assert.strictEqual(kept?.sum, 5, "what is over is kept by day alone")
    }).pipe(inRealTime)
  )

  it.effect("creates the partitions of the next days and drops past ones", () =>
    Effect.gen(function* () {
      const upkeep = yield* DeliveryUpkeep
      const { system: sql } = yield* Database
      const names = Effect.map(
        sql<{
          name: string
        }>`SELECT relname AS name FROM pg_class WHERE relname ~ '^(events|attempts|api_requests)_[0-9]{8}$' ORDER BY 1`,
        (rows) => rows.map(({ name }) => name)
      )
      const before = yield* names
      for (const days of [6, 9, 29, 31, 33, 36])
        yield* sql`SELECT create_day_partitions((now() AT TIME ZONE 'UTC')::date - ${days}::int)`
      assert.strictEqual((yield* names).length, before.length + 18)
      // Attempts are kept for 30 days, events for 34, and requests with API keys for 7.
      assert.strictEqual(yield* upkeep.dropPartitions, 9)
      const kept = (yield* names).filter((name) => !before.includes(name)).map((name) => name.slice(0, -9))
      assert.deepStrictEqual(kept, [
        "api_requests",
        ...["attempts", "attempts", "attempts"],
        ...["events", "events", "events", "events", "events"]
      ])
      yield* sql`DROP TABLE ${sql(before.at(-1) ?? assert.fail())}`
      yield* upkeep.makePartitions
      assert.includeMembers(yield* names, before)
    }).pipe(inRealTime)
  )

  it.effect("forgets idempotent responses after a day", () =>
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
    }).pipe(inRealTime)
  )

  it.effect("vacuums the deliveries when many of their rows are dead, and then no more", () =>
    Effect.gen(function* () {
      const { tenant } = yield* brand
      const { system: sql } = yield* Database
      const upkeep = yield* DeliveryUpkeep
      // Otherwise PostgreSQL may be faster.
      yield* sql`ALTER TABLE deliveries SET (autovacuum_enabled = false)`
      assert.strictEqual(yield* upkeep.vacuum, 0)
      yield* sql`INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, chain_id, hold, expires_at)
        SELECT new_uuid_v7(), ${tenant.id}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, now()
        FROM generate_series(1, 25000)`
      yield* sql.withTransaction(
        Effect.andThen(sql`DELETE FROM deliveries`, sql`SELECT pg_stat_force_next_flush()::text`)
      )
      yield* eventually(upkeep.vacuum, (done) => done === 1)
      yield* eventually(upkeep.vacuum, (done) => done === 0)
    }).pipe(inRealTime)
  )
})
