import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import type { WebhookCreate } from "../../src/webhooks/WebhookInput.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { byKey, seedBrand } from "../support/seedTenant.ts"
import { brand, inRealTime, publish, subscribe, underWay, WebhookLab } from "../support/WebhookLab.ts"

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

  it.effect("stores secrets sealed", () =>
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

  it.effect("allows fifty per brand, even when they are created at once", () =>
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

  it.effect("is not found from another brand or tenant", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, target)
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const sibling = yield* seedBrand(scope.tenant)
      const stranger = yield* brand
      for (const other of [sibling, stranger, { ...scope, tenant: stranger.tenant }]) {
        const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          webhooks.get(other, webhook.id),
          webhooks.update(other, byKey, webhook.id, { enabled: false }),
          webhooks.delete(other, byKey, webhook.id),
          webhooks.rotateSecret(other, byKey, webhook.id, {}),
          deliveries.test(other, webhook.id),
          deliveries.list(other, webhook.id, { limit: 5 })
        ]
        for (const attempt of attempts) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "NotFound")
        }
      }
      assert.isTrue((yield* webhooks.get(scope, webhook.id)).enabled)
    })
  )

  it.effect("changes only what is given, and nothing without a difference", () =>
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

  it.effect("has no rate limit until one is set, and none once that is cleared", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const webhooks = yield* Webhooks
      const { webhook } = yield* subscribe(scope, target)
      assert.isUndefined(webhook.ratePerSecond)
      const change = Effect.fnUntraced(function* (ratePerSecond: number | null) {
        yield* webhooks.update(scope, byKey, webhook.id, { ratePerSecond })
        return yield* webhooks.get(scope, webhook.id)
      })
      assert.deepInclude(yield* change(1_000), { ratePerSecond: 1_000, version: 2 })
      assert.deepInclude(yield* change(1), { ratePerSecond: 1, version: 3 })
      assert.isUndefined((yield* change(null)).ratePerSecond)
      const { webhook: limited } = yield* subscribe(scope, { ...target, ratePerSecond: 5 })
      assert.strictEqual((yield* webhooks.get(scope, limited.id)).ratePerSecond, 5)
      for (const ratePerSecond of [0, 1_001, 2.5, -1, Number.NaN]) {
        const errors = [
          yield* Effect.flip(subscribe(scope, { ...target, ratePerSecond })),
          yield* Effect.flip(change(ratePerSecond))
        ]
        assert.deepStrictEqual(
          errors.map(({ _tag }) => _tag),
          ["InvalidInput", "InvalidInput"]
        )
      }
    })
  )

  it.effect("resets failures when it is enabled again", () =>
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

  it.effect("gets no pending note once it no longer subscribes to notes", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const events = ["*"]
      const { webhook } = yield* subscribe(scope, { ...target, events, includeInternal: true })
      const { webhook: other } = yield* subscribe(scope, { ...target, events, includeInternal: true })
      yield* publish(scope, { type: "comment.created", internal: true })
      const reply = yield* publish(scope, { type: "comment.created" })
      const webhooks = yield* Webhooks
      yield* webhooks.update(scope, byKey, webhook.id, { description: "no notes", includeInternal: false })
      const { items } = yield* (yield* Deliveries).list(scope, webhook.id, { limit: 10 })
      assert.sameDeepMembers(
        items.map(({ error, eventId, status }) => [status, error, eventId === reply.id]),
        [
          ["PENDING", undefined, true],
          ["FAILED", "internal_excluded", false]
        ]
      )
      assert.strictEqual((yield* underWay(other.id)).length, 2)
    })
  )

  it.effect("records in the audit log who did what", () =>
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

  it.effect("keeps the previous secret as long as the rotation says, and no third one", () =>
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

  it.effect("stores subscriptions so that the writer of events can look them up", () =>
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
