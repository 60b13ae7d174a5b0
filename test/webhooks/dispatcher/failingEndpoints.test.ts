import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Deliveries } from "../../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { byKey } from "../../support/seedTenant.ts"
import {
  brand,
  eventually,
  inRealTime,
  makeDue,
  nodeOf,
  publish,
  startNode,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

layer(WebhookLab)("An endpoint that fails", (it) => {
  it.effect("disables a webhook whose receiver responds 410, and cancels what waits for it", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 410 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const { ticketId } = yield* publish(scope)
      yield* publish(scope, { ticketId, sequence: 2, type: "ticket.updated" })
      yield* startNode
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const disabled = yield* eventually(webhooks.get(scope, webhook.id), ({ enabled }) => !enabled)
      assert.strictEqual(disabled.disabledReason, "gone")
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      assert.strictEqual(receiver.received.length, 1)
      const { items } = yield* deliveries.list(scope, webhook.id, { limit: 10 })
      // Two deliveries in the same millisecond are listed in either order.
      assert.sameDeepMembers(
        items.map(({ error, status }) => [status, error]),
        [
          ["FAILED", "webhook_disabled"],
          ["FAILED", undefined]
        ]
      )
    }).pipe(inRealTime)
  )

  for (const reply of [{ status: 410 }, { status: 503, headers: { "retry-after": "3600" } }])
    it.effect(`ignores a ${reply.status} from an address that was replaced while the request was under way`, () =>
      Effect.gen(function* () {
        const scope = yield* brand
        const moved = Promise.withResolvers<void>()
        const [before, after] = [
          yield* startReceiver(() => ({ ...reply, after: moved.promise })),
          yield* startReceiver()
        ]
        const { webhook } = yield* subscribe(scope, { url: before.url, events: ["*"], ordering: "none" })
        yield* publish(scope)
        const node = nodeOf(yield* startNode)
        yield* before.first(1)
        const webhooks = yield* Webhooks
        yield* webhooks.update(scope, byKey, webhook.id, { url: after.url })
        yield* publish(scope)
        node.wake([uuidOf(webhook.id)])
        yield* after.first(1)
        yield* eventually(underWay(webhook.id), (rows) => rows.length === 1)
        moved.resolve()
        const { system: sql } = yield* Database
        const [refused] = yield* eventually(
          underWay(webhook.id),
          (rows) => rows.length === 1 && rows[0]?.leased === false
        )
        assert.isBelow(refused?.due_in ?? Number.NaN, 10)
        const [row] = yield* sql`SELECT gate_until, failure_count FROM webhooks WHERE id = ${uuidOf(webhook.id)}`
        assert.deepStrictEqual(row, { gate_until: null, failure_count: 0 })
        yield* sql`UPDATE deliveries SET due_at = now() WHERE webhook_id = ${uuidOf(webhook.id)}`
        node.wake([uuidOf(webhook.id)])
        yield* after.first(2)
        yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
        assert.isTrue((yield* webhooks.get(scope, webhook.id)).enabled)
        assert.lengthOf(before.received, 1)
      }).pipe(inRealTime)
    )

  it.effect("leaves a receiver alone as long as its Retry-After asks", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 503, headers: { "retry-after": "3600" } }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      yield* publish(scope)
      yield* startNode
      const [row] = yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false && row.attempts === 1)
      assert.isAtLeast(row?.due_in ?? 0, 3_590)
      yield* publish(scope)
      const { system: sql } = yield* Database
      const [gate] = yield* eventually(
        sql<{ seconds: number | null }>`SELECT extract(epoch FROM gate_until - now())::float8 AS seconds
          FROM webhooks WHERE id = ${uuidOf(webhook.id)}`,
        ([row]) => row?.seconds != null
      )
      assert.isAtLeast(gate?.seconds ?? 0, 3_590)
      yield* Effect.sleep("2500 millis")
      assert.strictEqual(receiver.received.length, 1)
    }).pipe(inRealTime)
  )

  it.effect(
    "keeps the retry schedule of what it refuses, however often it accepts something else after its Retry-After",
    () =>
      Effect.gen(function* () {
        const scope = yield* brand
        const receiver = yield* startReceiver(({ body }) =>
          body.includes("poison") ? { status: 503, headers: { "retry-after": "1" } } : { status: 200 }
        )
        const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
        yield* publish(scope, { data: { title: "poison" } })
        const node = nodeOf(yield* startNode)
        yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false && row.attempts === 1)
        const { system: sql } = yield* Database
        yield* sql`UPDATE deliveries SET due_at = now() + interval '1 hour' WHERE webhook_id = ${uuidOf(webhook.id)}`
        yield* publish(scope)
        node.wake([uuidOf(webhook.id)])
        yield* receiver.first(2)
        // Opened, or closed so long ago that no one opens it: an actor started since then does not know about it.
        yield* eventually(
          sql`SELECT FROM webhooks WHERE id = ${uuidOf(webhook.id)} AND coalesce(gate_until < now() - interval '1 second', true)`,
          (rows) => rows.length === 1
        )
        const rows = yield* eventually(underWay(webhook.id), (rows) => rows.length === 1)
        assert.isAbove(rows[0]?.due_in ?? 0, 3_000)
        assert.strictEqual(rows[0]?.attempts, 1)
      }).pipe(inRealTime)
  )

  it.effect("continues to be tried after more attempts than can be counted", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      yield* publish(scope)
      const { system: sql } = yield* Database
      yield* sql`UPDATE deliveries SET attempts = 32767 WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* startNode
      yield* receiver.first(1)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
    }).pipe(inRealTime)
  )

  it.effect("whose secret cannot be opened delays no one else, and is sent to once it has another", () =>
    Effect.gen(function* () {
      const [lost, other] = [yield* brand, yield* brand]
      const [forLost, forOther] = [yield* startReceiver(), yield* startReceiver()]
      const { webhook } = yield* subscribe(lost, { url: forLost.url, events: ["*"] })
      yield* subscribe(other, { url: forOther.url, events: ["*"] })
      const { system: sql } = yield* Database
      yield* sql`UPDATE webhook_secrets SET sealed = sha256(sealed) || sealed WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* publish(lost)
      yield* publish(other)
      yield* startNode
      yield* forOther.first(1)
      assert.lengthOf(forLost.received, 0)
      const actors = yield* (yield* ActorRegistry).list
      assert.notInclude(
        actors.filter(({ kind }) => kind === "dispatcher").map(({ state }) => state),
        "backing_off"
      )
      yield* (yield* Webhooks).rotateSecret(lost, byKey, webhook.id, {})
      yield* forLost.first(1)
    }).pipe(inRealTime)
  )

  it.effect("waits neither longer nor shorter when the machine's clock is set meanwhile", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const real = Clock.Clock.defaultValue()
      let hours = 0
      const set: Clock.Clock = Object.create(real, {
        currentTimeMillisUnsafe: { value: () => real.currentTimeMillisUnsafe() + hours * 3_600_000 }
      })
      const receiver = yield* startReceiver((_, index) =>
        index < 2 ? { status: 503, headers: { "retry-after": "1" } } : { status: 200 }
      )
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      yield* publish(scope)
      yield* Effect.provideService(startNode, Clock.Clock, set)
      const asked = yield* Effect.forEach([-5, 5, 0], (set, index) =>
        Effect.gen(function* () {
          yield* receiver.first(index + 1)
          const at = performance.now()
          if (index === 2) return at
          yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false && row.attempts === index + 1)
          hours = set
          // Its own retry is due in some seconds, so only the gate matters.
          yield* makeDue(webhook.id)
          return at
        })
      )
      const [first = 0, second = 0, third = 0] = asked
      assert.isAtLeast(second - first, 900)
      assert.isAtLeast(third - second, 900)
    }).pipe(inRealTime)
  )

  it.effect("only probes an endpoint that is down, and drains the backlog when it is back", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      let up = false
      let refused = 0
      const receiver = yield* startReceiver(() => {
        if (!up) refused++
        return { status: up ? 200 : 500 }
      })
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      for (let index = 0; index < 40; index++) yield* publish(scope)
      yield* startNode
      const { system: sql } = yield* Database
      yield* eventually(
        sql`SELECT FROM webhooks WHERE id = ${uuidOf(webhook.id)} AND gate_until > now() AND failure_count >= 5`,
        (rows) => rows.length === 1
      )
      const registry = yield* ActorRegistry
      const status = (yield* registry.list).find(({ name }) => name === webhook.id)
      assert.strictEqual(status?.state, "backing_off")
      assert.strictEqual(status?.lastError, "the receiver answered 500")
      yield* sql`UPDATE deliveries SET due_at = now() + interval '1 hour' WHERE webhook_id = ${uuidOf(webhook.id)}`
      // Everything unfinished, whenever it is due and wherever it is.
      yield* eventually(registry.list, (all) => all.find(({ name }) => name === webhook.id)?.backlog === 40)
      up = true
      // Up to 6 seconds until the probe; then everything, whatever its own due time.
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const after = yield* Webhooks.use((webhooks) => webhooks.get(scope, webhook.id))
      assert.strictEqual(after.failureCount, 0)
      // Some were in flight when the others had failed.
      assert.isAtMost(refused, 10)
      assert.strictEqual(receiver.received.length, refused + 40)
    }).pipe(inRealTime)
  )

  it.effect(
    "is sent at once what had failed, however long its retry was to wait, when it is enabled again or moves",
    () =>
      Effect.gen(function* () {
        const scope = yield* brand
        let answer: { readonly status: number; readonly headers?: Record<string, string> } = {
          status: 503,
          headers: { "retry-after": "86400" }
        }
        const receiver = yield* startReceiver(() => answer)
        const elsewhere = yield* startReceiver()
        const enabled = yield* subscribe(scope, { url: `${receiver.url}/enabled`, events: ["*"] })
        const moved = yield* subscribe(scope, { url: `${receiver.url}/moved`, events: ["*"] })
        yield* publish(scope)
        yield* startNode
        const { system: sql } = yield* Database
        for (const { webhook } of [enabled, moved]) {
          yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false && row.due_in > 80_000)
          yield* eventually(
            sql`SELECT FROM webhooks WHERE id = ${uuidOf(webhook.id)} AND gate_until > now()`,
            (rows) => rows.length === 1
          )
        }
        answer = { status: 200 }
        const webhooks = yield* Webhooks
        yield* webhooks.update(scope, byKey, enabled.webhook.id, { enabled: true })
        yield* webhooks.update(scope, byKey, moved.webhook.id, { url: elsewhere.url })
        for (const { webhook } of [enabled, moved]) {
          yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
          assert.strictEqual((yield* webhooks.get(scope, webhook.id)).failureCount, 0)
        }
        assert.strictEqual(receiver.received.length, 3)
        assert.strictEqual(elsewhere.received.length, 1)
      }).pipe(Effect.timeout("30 seconds"), inRealTime)
  )

  it.effect(
    "is sent at once what it had refused when it is enabled again, even if it has accepted other events since",
    () =>
      Effect.gen(function* () {
        const scope = yield* brand
        let refuses = true
        const receiver = yield* startReceiver(({ body }) => ({
          status: refuses && body.includes("refused") ? 500 : 200
        }))
        const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
        yield* publish(scope, { data: { title: "refused" } })
        yield* startNode
        yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false && row.attempts === 1)
        yield* publish(scope)
        const webhooks = yield* Webhooks
        yield* eventually(webhooks.get(scope, webhook.id), ({ failureCount }) => failureCount === 0)
        const { system: sql } = yield* Database
        yield* sql`UPDATE deliveries SET due_at = now() + interval '1 hour' WHERE webhook_id = ${uuidOf(webhook.id)}`
        refuses = false
        yield* webhooks.update(scope, byKey, webhook.id, { enabled: true })
        yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
        assert.strictEqual((yield* webhooks.get(scope, webhook.id)).version, 1)
        assert.strictEqual(receiver.received.length, 3)
      }).pipe(Effect.timeout("30 seconds"), inRealTime)
  )

  it.effect("ends a delivery with its twelfth failure", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 500 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      yield* publish(scope)
      const { system: sql } = yield* Database
      yield* sql`UPDATE deliveries SET step = 11, attempts = 11 WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* startNode
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { items } = yield* Deliveries.use((deliveries) => deliveries.list(scope, webhook.id, { limit: 1 }))
      assert.deepStrictEqual([items[0]?.status, items[0]?.attempts], ["FAILED", 12])
      assert.strictEqual(receiver.received.length, 1)
    }).pipe(inRealTime)
  )
})
