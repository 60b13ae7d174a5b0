import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { startReceiver, titles } from "../../support/Receiver.ts"
import {
  brand,
  eventually,
  inRealTime,
  publish,
  startNode,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

layer(WebhookLab)("A node's leftovers", (it) => {
  it.effect("are taken over from a dead node, and from leases that lasted too long", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const { system: sql } = yield* Database
      yield* publish(scope, { data: { title: "of the dead" } })
      yield* sql`INSERT INTO nodes (id) VALUES (4711)`
      yield* sql`UPDATE deliveries SET lease_owner = 4711, lease_until = now() + interval '1 hour', attempts = 1
        WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* publish(scope, { data: { title: "forgotten" } })
      yield* sql`UPDATE deliveries SET lease_owner = 4712, lease_until = now() - interval '1 second', attempts = 1
        WHERE webhook_id = ${uuidOf(webhook.id)} AND lease_owner IS NULL`
      yield* startNode
      const received = yield* receiver.first(2)
      assert.sameMembers(titles(received), ["of the dead", "forgotten"])
      assert.deepStrictEqual(
        received.map(({ headers }) => headers["x-trunkline-attempt"]),
        ["2", "2"]
      )
      assert.deepStrictEqual(yield* sql`SELECT FROM nodes WHERE id = 4711`, [])
    }).pipe(inRealTime)
  )

  it.effect("include work that comes back and had been due longer than anything else it knew of", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      yield* publish(scope)
      yield* startNode
      yield* receiver.first(1)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { system: sql } = yield* Database
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const { id } = yield* publish(scope, { data: { title: "long due" } })
          yield* sql`UPDATE deliveries SET due_at = now() - interval '1 hour' WHERE event_id = ${uuidOf(id)}`
        })
      )
      assert.deepStrictEqual(titles((yield* receiver.first(2)).slice(1)), ["long due"])
    }).pipe(inRealTime)
  )

  it.effect("are returned when it stops, after finishing what is in flight", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 400 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      for (let index = 0; index < 5; index++) yield* publish(scope)
      const lifetime = yield* Scope.make()
      yield* Scope.provide(startNode, lifetime)
      yield* receiver.first(2)
      yield* Scope.close(lifetime, Exit.void)
      const rest = yield* underWay(webhook.id)
      assert.strictEqual(rest.length + receiver.received.length, 5)
      assert.isTrue(rest.every(({ attempts, leased }) => !leased && attempts === 0))
    }).pipe(inRealTime)
  )

  it.effect("are not lost when every connection to the database is cut under load", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 5 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      const { system: sql } = yield* Database
      for (let index = 0; index < 200; index++) yield* publish(scope)
      yield* startNode
      yield* receiver.first(50)
      yield* Effect.exit(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
      // The pool used here was cut too, and does not know about all its connections yet.
      const left = Effect.eventually(sql`SELECT FROM deliveries WHERE webhook_id = ${uuidOf(webhook.id)}`)
      yield* eventually(left, (rows) => rows.length === 0)
      assert.strictEqual(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 200)
    }).pipe(inRealTime)
  )
})
