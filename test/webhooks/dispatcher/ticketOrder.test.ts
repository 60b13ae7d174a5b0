import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { DeliveryQueue } from "../../../src/webhooks/DeliveryQueue.ts"
import { startReceiver, titles } from "../../support/Receiver.ts"
import {
  brand,
  eventually,
  inRealTime,
  makeDue,
  nodeOf,
  publish,
  publishRounds,
  startNode,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

layer(WebhookLab)("The order of a ticket", (it) => {
  it.effect("is kept while one of its events fails, and other tickets do not wait", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      let broken = true
      const receiver = yield* startReceiver(({ body }) => ({ status: broken && body.includes('"first"') ? 500 : 200 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.*"] })
      const { ticketId } = yield* publish(scope, { sequence: 1, data: { title: "first" } })
      yield* publish(scope, { ticketId, sequence: 2, type: "ticket.updated", data: { title: "second" } })
      yield* publish(scope, { ticketId, sequence: 3, type: "ticket.closed", data: { title: "third" } })
      yield* publish(scope, { data: { title: "other" } })
      yield* startNode
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 3 && rows.every(({ leased }) => !leased))
      assert.sameMembers(titles(receiver.received), ["first", "other"])
      broken = false
      yield* makeDue(webhook.id)
      assert.deepStrictEqual(titles(yield* receiver.first(5)).slice(2), ["first", "second", "third"])
    }).pipe(inRealTime)
  )

  it.effect("lets later events pass one that failed three times", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(({ body }) => ({ status: body.includes('"poison"') ? 500 : 200 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.*"] })
      const { ticketId } = yield* publish(scope, { sequence: 1, data: { title: "poison" } })
      yield* publish(scope, { ticketId, sequence: 2, type: "ticket.updated", data: { title: "later" } })
      yield* startNode
      for (const attempts of [1, 2, 3]) {
        yield* eventually(underWay(webhook.id), (rows) => rows.some((row) => row.attempts === attempts && !row.leased))
        if (attempts < 3) assert.notInclude(titles(receiver.received), "later")
        if (attempts < 3) yield* makeDue(webhook.id)
      }
      assert.deepStrictEqual(titles(yield* receiver.first(4)), ["poison", "poison", "poison", "later"])
    }).pipe(inRealTime)
  )

  it.effect("continues at the pace of the receiver with events that have waited for long", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const events = yield* publishRounds(scope, 2, 10)
      const { system: sql } = yield* Database
      yield* sql`UPDATE deliveries SET due_at = now() - interval '1 hour' WHERE webhook_id = ${uuidOf(webhook.id)}`
      const queue = yield* DeliveryQueue
      let sweeps = 0
      const backlog = Effect.suspend(() => (sweeps++ === 0 ? queue.backlog : Effect.never))
      yield* Effect.provideService(startNode, DeliveryQueue, { ...queue, backlog })
      const received = yield* receiver.first(20)
      assert.sameMembers(
        received.map(({ headers }) => headers["webhook-id"]),
        events
      )
    }).pipe(inRealTime)
  )

  it.effect("is kept for an endpoint served by two nodes, without duplicates", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 2 }))
      yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const nodes = [nodeOf(yield* startNode), nodeOf(yield* startNode)]
      assert.notStrictEqual(nodes[0]?.node, nodes[1]?.node)
      const tickets = yield* Effect.forEach(Array.from({ length: 20 }), () => publish(scope))
      const ticketOf = new Map(tickets.map(({ id, ticketId }) => [String(id), ticketId]))
      for (let sequence = 2; sequence <= 5; sequence++) {
        const updates = yield* Effect.forEach(
          tickets,
          ({ ticketId }) => publish(scope, { ticketId, sequence, type: "ticket.updated" }),
          { concurrency: 8 }
        )
        for (const { id, ticketId } of updates) ticketOf.set(id, ticketId)
      }
      const received = yield* receiver.first(100)
      yield* Effect.sleep("300 millis")
      assert.strictEqual(receiver.received.length, 100)
      assert.strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 100)
      const sequences = Map.groupBy(
        received.map(({ body }) => JSON.parse(body)),
        ({ id }) => ticketOf.get(id)
      )
      for (const events of sequences.values()) {
        assert.deepStrictEqual(
          events.map(({ sequence }) => sequence),
          [1, 2, 3, 4, 5]
        )
      }
    }).pipe(inRealTime)
  )
})
