import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf, type WebhookId } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { DeliveryQueue } from "../../../src/webhooks/DeliveryQueue.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { byKey } from "../../support/seedTenant.ts"
import {
  brand,
  eventually,
  inRealTime,
  nodeOf,
  publish,
  startNode,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

const times = (count: number) => Array.from({ length: count })

/** The result of claiming up to eight deliveries now. */
const claim = (node: number, id: WebhookId) =>
  Effect.flatMap(DeliveryQueue, (queue) =>
    queue.claim(node, [{ webhookId: uuidOf(id), slots: 8, probe: false, since: 0 }])
  )

/** Lets the admitted requests use up the rate until `seconds` from now. */
const paidIn = (id: WebhookId, seconds: number) =>
  Effect.flatMap(
    Database,
    ({ system: sql }) =>
      sql`UPDATE webhook_paces SET used_until = now() + make_interval(secs => ${seconds}) WHERE webhook_id = ${uuidOf(id)}`
  )

layer(WebhookLab)("A webhook with a rate limit", (it) => {
  it.effect("is claimed a tenth of a second's worth at a time, by any node, as soon as the rate allows", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { url: "https://acme.example/", events: ["*"], ratePerSecond: 50 })
      yield* Effect.forEach(times(20), () => publish(scope))
      yield* paidIn(webhook.id, 3_600)
      assert.deepStrictEqual(yield* claim(1, webhook.id), [])
      yield* paidIn(webhook.id, -3_600)
      const first = yield* claim(1, webhook.id)
      assert.strictEqual(first.length, 5)
      assert.strictEqual(first[0]?.pausedFor, 100)
      const { system: sql } = yield* Database
      yield* sql`UPDATE webhooks SET rate_per_second = 1 WHERE id = ${uuidOf(webhook.id)}`
      yield* paidIn(webhook.id, 3_600)
      assert.deepStrictEqual(yield* claim(2, webhook.id), [])
      yield* paidIn(webhook.id, 0)
      const second = yield* claim(2, webhook.id)
      assert.strictEqual(second.length, 1)
      assert.strictEqual(second[0]?.pausedFor, 1_000)
    }).pipe(inRealTime)
  )

  it.effect("gets no more than that from two nodes, and everything in the end", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, {
        url: receiver.url,
        events: ["*"],
        ordering: "none",
        ratePerSecond: 20
      })
      yield* Effect.forEach(times(40), () => publish(scope))
      const started = performance.now()
      const nodes = [nodeOf(yield* startNode), nodeOf(yield* startNode)]
      const received = yield* receiver.first(40)
      // All but the first two wait for their turn.
      assert.isAtLeast(performance.now() - started, (1_000 * (40 - 2)) / 20)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      assert.strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 40)
      // The writer of events hands over without checking the rate, so it may not hand over here.
      for (const { ready } of nodes) assert.deepStrictEqual(ready(new Set([uuidOf(scope.brandId)])), [])
    }).pipe(inRealTime)
  )

  it.effect("delays no other, and is free of its rate as soon as that is lifted", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [slow, fast] = [yield* startReceiver(), yield* startReceiver()]
      const { webhook } = yield* subscribe(scope, { url: slow.url, events: ["*"], ratePerSecond: 1 })
      yield* subscribe(scope, { url: fast.url, events: ["*"] })
      yield* Effect.forEach(times(200), () => publish(scope), { concurrency: 8 })
      yield* startNode
      yield* fast.first(200)
      assert.isBelow(slow.received.length, 200)
      // At its rate this would take longer than a test may.
      yield* Webhooks.use((webhooks) => webhooks.update(scope, byKey, webhook.id, { ratePerSecond: null }))
      yield* slow.first(200)
    }).pipe(inRealTime)
  )

  it.effect("is sent what has waited longest first, however long that is", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, {
        url: receiver.url,
        events: ["*"],
        ordering: "none",
        ratePerSecond: 10
      })
      const { system: sql } = yield* Database
      const published = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => publish(scope))
      const minutes = [9, 7, 5, 3, 0.1, 0]
      yield* Effect.forEach(
        published,
        ({ id }, n) =>
          sql`UPDATE deliveries SET due_at = now() - interval '1 second' - make_interval(secs => ${60 * (minutes[n] ?? 0)}) WHERE event_id = ${uuidOf(id)}`
      )
      yield* startNode
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const sent = yield* sql<{ event_id: string }>`SELECT event_id FROM attempts
        WHERE webhook_id = ${uuidOf(webhook.id)} ORDER BY started_at`
      assert.deepStrictEqual(
        sent.map(({ event_id }) => event_id),
        published.map(({ id }) => uuidOf(id))
      )
    }).pipe(inRealTime)
  )
})
