import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, type Redacted } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { freePort } from "../../../src/runtime/freePort.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Deliveries } from "../../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { byKey } from "../../support/seedTenant.ts"
import { judge } from "../../support/survival.ts"
import {
  brand,
  eventually,
  inRealTime,
  nodeOf,
  publishRounds,
  startNode,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

layer(WebhookLab)("Under load", (it) => {
  it.effect("a rotation leaves no delivery unsigned by the secrets of its time", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const webhooks = yield* Webhooks
      const receiver = yield* startReceiver(() => ({ status: 200, after: 2 }))
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const handoff = nodeOf(yield* startNode)
      const publishing = yield* Effect.forkChild(publishRounds(scope, 40, 6))
      const secrets: Array<Redacted.Redacted> = [secret]
      for (const count of [40, 100, 160]) {
        yield* eventually(
          Effect.sync(() => handoff.wake([uuidOf(webhook.id)])),
          () => receiver.received.length >= count
        )
        // What has arrived so far is signed with these secrets and no later one.
        judge(secrets, receiver.received)
        const rotated = yield* webhooks.rotateSecret(scope, byKey, webhook.id, {})
        secrets.push(rotated.replayed ? assert.fail() : rotated.value.secret)
      }
      const published = yield* Fiber.join(publishing)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { doubles, events } = judge(secrets, receiver.received)
      assert.sameMembers([...events], published)
      assert.strictEqual(doubles, 0)
      // In the end the last two sign, and either is enough.
      yield* publishRounds(scope, 1, 1)
      handoff.wake([uuidOf(webhook.id)])
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const last = receiver.received.slice(-1)
      for (const one of secrets.slice(-2)) judge([one], last)
    }).pipe(inRealTime)
  )

  it.effect("a webhook is deleted with its backlog: nothing of it is sent or kept, and others continue", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const webhooks = yield* Webhooks
      const [slow, prompt] = [yield* startReceiver(() => ({ status: 200, after: 100 })), yield* startReceiver()]
      const { webhook: doomed } = yield* subscribe(scope, { url: slow.url, events: ["*"] })
      const { secret, webhook: other } = yield* subscribe(scope, { url: prompt.url, events: ["*"] })
      const published = yield* publishRounds(scope, 60, 4)
      yield* startNode
      yield* slow.first(5)
      yield* webhooks.delete(scope, byKey, doomed.id)
      const registry = yield* ActorRegistry
      yield* eventually(registry.list, (list) => list.every(({ name }) => name !== doomed.id))
      const sent = slow.received.length
      assert.isBelow(sent, published.length)
      yield* eventually(underWay(doomed.id), (rows) => rows.length === 0)
      yield* eventually(underWay(other.id), (rows) => rows.length === 0)
      // Requests that were in flight then.
      assert.isAtMost(slow.received.length, sent + 8)
      const { doubles, events } = judge([secret], prompt.received)
      assert.sameMembers([...events], published)
      assert.strictEqual(doubles, 0)
    }).pipe(inRealTime)
  )

  it.effect("a receiver goes away and comes back: it is probed now and then, and then gets everything in order", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      // A port that refuses connections until its receiver is back.
      const port = yield* freePort("127.0.0.1")
      const { secret, webhook } = yield* subscribe(scope, { url: `http://127.0.0.1:${port}/hook`, events: ["*"] })
      const published = yield* publishRounds(scope, 30, 4)
      yield* startNode
      const { system: sql } = yield* Database
      yield* eventually(
        sql`SELECT FROM webhooks WHERE id = ${uuidOf(webhook.id)} AND failure_count >= 5 AND gate_until > now()`,
        (rows) => rows.length === 1
      )
      const [tried] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM attempts
        WHERE webhook_id = ${uuidOf(webhook.id)} AND error = 'connection_refused'`
      assert.isAtMost(tried?.count ?? 0, 10)
      const receiver = yield* startReceiver(undefined, port)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { doubles, events } = judge([secret], receiver.received)
      assert.sameMembers([...events], published)
      assert.strictEqual(doubles, 0)
      const { items } = yield* Deliveries.use((deliveries) =>
        deliveries.list(scope, webhook.id, { limit: 500, status: "SUCCESS" })
      )
      assert.strictEqual(items.length, published.length)
    }).pipe(inRealTime)
  )
})
