import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf, type WebhookId } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Deliveries } from "../../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { inTurn, startReceiver } from "../../support/Receiver.ts"
import { byKey } from "../../support/seedTenant.ts"
import { verify } from "../../support/verifyDelivery.ts"
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

/** Publishes as a writer with a hand-off does: no one ever sees the delivery without its lease. */
const publishLeased = Effect.fnUntraced(function* (scope: BrandScope, webhookId: WebhookId, node: number) {
  const { system: sql } = yield* Database
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const { id, payload } = yield* publish(scope)
      const [row] = yield* sql<{
        id: string
        chain_id: string
      }>`UPDATE deliveries SET lease_owner = ${node}, attempts = 1,
        lease_until = now() + interval '45 seconds' WHERE event_id = ${uuidOf(id)} RETURNING id, chain_id`
      return {
        webhookId: uuidOf(webhookId),
        eventId: uuidOf(id),
        deliveryId: row?.id ?? assert.fail(),
        tenantId: scope.tenant.id,
        chainId: row?.chain_id ?? assert.fail(),
        type: "ticket.created",
        payload,
        traceparent: null
      }
    })
  )
})

layer(WebhookLab)("The dispatcher", (it) => {
  it.effect("sends an event to its subscriber, signed, and logs that it arrived", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.created"] })
      const event = yield* publish(scope, { data: { title: "Příliš žluťoučký kůň" } })
      yield* startNode
      const [request] = yield* receiver.first(1)
      if (request === undefined) return assert.fail()
      assert.strictEqual(request.body, event.payload)
      assert.deepStrictEqual(verify(secret, request), JSON.parse(event.payload))
      assert.strictEqual(request.headers["x-trunkline-event"], "ticket.created")
      assert.strictEqual(request.headers["x-trunkline-attempt"], "1")
      assert.strictEqual(request.headers["webhook-id"], event.id)

      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const { items } = yield* eventually(
        deliveries.list(scope, webhook.id, { limit: 10 }),
        ({ items }) => items[0]?.status === "SUCCESS"
      )
      assert.strictEqual(items[0]?.id, request.headers["x-trunkline-delivery"])
      assert.strictEqual(items[0]?.responseBody, "ok")
      assert.strictEqual(items[0]?.responseCode, 200)
      assert.deepStrictEqual(yield* underWay(webhook.id), [])
      const after = yield* webhooks.get(scope, webhook.id)
      assert.isDefined(after.lastTriggered)
    }).pipe(inRealTime)
  )

  it.effect("retries after a failure, with the same id and the same bytes, under the subscribed name", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(inTurn({ status: 500, body: "boom" }, { status: 204 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.comment.created"] })
      yield* publish(scope, {
        type: "comment.created",
        data: { text: '"event":"comment.created","type":"comment.created"' }
      })
      yield* startNode
      yield* receiver.first(1)
      const [waiting] = yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false)
      assert.isAtLeast(waiting?.due_in ?? 0, 3)
      assert.isAtMost(waiting?.due_in ?? 0, 6)

      // Even if the subscription has changed its name in the meantime.
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      yield* webhooks.update(scope, byKey, webhook.id, { events: ["comment.created"] })
      yield* makeDue(webhook.id)
      const [first, second] = yield* receiver.first(2)
      assert.strictEqual(first?.body, second?.body)
      assert.strictEqual(first?.headers["webhook-id"], second?.headers["webhook-id"])
      assert.strictEqual(second?.headers["x-trunkline-attempt"], "2")
      assert.strictEqual(second?.headers["x-trunkline-event"], "ticket.comment.created")
      const body = JSON.parse(second?.body ?? "")
      assert.deepStrictEqual([body.event, body.type], ["ticket.comment.created", "ticket.comment.created"])
      assert.strictEqual(body.data.text, '"event":"comment.created","type":"comment.created"')

      const { items } = yield* eventually(
        deliveries.list(scope, webhook.id, { limit: 10 }),
        ({ items }) => items[0]?.status === "SUCCESS"
      )
      assert.strictEqual(items.length, 1)
      const detail = yield* deliveries.get(scope, webhook.id, items[0]?.id ?? assert.fail())
      assert.deepStrictEqual(
        detail.attemptLog.map(({ responseCode }) => responseCode),
        [500, 204]
      )
    }).pipe(inRealTime)
  )

  it.effect("sends at once what the writer handed over", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const handoff = nodeOf(yield* startNode)
      yield* publish(scope)
      handoff.wake([uuidOf(webhook.id)])
      yield* receiver.first(1)
      yield* eventually(
        Effect.sync(() => handoff.ready(new Set([uuidOf(scope.brandId)]))),
        (ready) => ready.some(({ webhookId }) => webhookId === uuidOf(webhook.id))
      )
      // What a brand's writer is told about another brand's webhooks would be useless to it.
      assert.deepStrictEqual(handoff.ready(new Set([uuidOf((yield* brand).brandId)])), [])

      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      const delivery = yield* publishLeased(scope, webhook.id, handoff.node)
      handoff.accept([{ ...delivery, traceparent }])
      const [, handed] = yield* receiver.first(2)
      assert.strictEqual(handed?.body, delivery.payload)
      assert.strictEqual(handed?.headers["traceparent"], traceparent)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
    }).pipe(inRealTime)
  )

  it.effect("returns what was handed over for an endpoint that it no longer serves", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const handoff = nodeOf(yield* startNode)
      handoff.accept([yield* publishLeased(scope, webhook.id, handoff.node)])
      const [request] = yield* receiver.first(1)
      assert.strictEqual(request?.headers["x-trunkline-attempt"], "1")
    }).pipe(inRealTime)
  )

  it.effect("applies changed settings: another URL, another secret, disabled, deleted", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [before, after] = [yield* startReceiver(), yield* startReceiver()]
      const { secret, webhook } = yield* subscribe(scope, { url: before.url, events: ["*"] })
      const webhooks = yield* Webhooks
      const handoff = nodeOf(yield* startNode)
      const send = Effect.gen(function* () {
        yield* publish(scope)
        handoff.wake([uuidOf(webhook.id)])
      })
      yield* send
      yield* before.first(1)

      yield* webhooks.update(scope, byKey, webhook.id, { url: after.url })
      const rotated = yield* webhooks.rotateSecret(scope, byKey, webhook.id, {})
      if (rotated.replayed) return assert.fail()
      yield* send
      const [request] = yield* after.first(1)
      if (request === undefined) return assert.fail()
      verify(secret, request)
      verify(rotated.value.secret, request)
      assert.strictEqual(String(request.headers["webhook-signature"]).split(" ").length, 2)
      assert.match(String(request.headers["x-dispatch-signature-previous"]), /^sha256=[0-9a-f]{64}$/)

      // An outcome that is still being stored when it is disabled stays pending until then.
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      yield* webhooks.update(scope, byKey, webhook.id, { enabled: false })
      const registry = yield* ActorRegistry
      yield* eventually(registry.list, (list) => list.every(({ name }) => name !== webhook.id))
      yield* publish(scope)
      assert.deepStrictEqual(yield* underWay(webhook.id), [])

      yield* webhooks.update(scope, byKey, webhook.id, { enabled: true })
      yield* send
      yield* after.first(2)
      yield* webhooks.delete(scope, byKey, webhook.id)
      yield* eventually(registry.list, (list) => list.every(({ name }) => name !== webhook.id))
    }).pipe(inRealTime)
  )

  it.effect("shows its parts and one line for each active endpoint", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      yield* publish(scope)
      yield* startNode
      yield* receiver.first(1)
      const registry = yield* ActorRegistry
      const list = yield* eventually(registry.list, (list) =>
        list.some(({ name, state }) => name === "session" && state === "running")
      )
      const line = list.find(({ name }) => name === webhook.id)
      assert.deepStrictEqual([line?.kind, line?.brandId, line?.state], ["webhook", scope.brandId, "running"])
      for (const name of ["claim", "settle", "notify", "session", "sweep", "janitor"]) {
        assert.isTrue(
          list.some((one) => one.kind === "dispatcher" && one.name === name && one.state === "running"),
          name
        )
      }
    }).pipe(inRealTime)
  )
})
