import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { uuidOf, type WebhookId } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { startProcess } from "../../support/DispatcherProcess.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { judge } from "../../support/survival.ts"
import {
  brand,
  eventually,
  inRealTime,
  publishRounds,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

/** Most per node and endpoint: requests in flight, outcomes not stored yet, deliveries kept ready. */
const window = 8
const unstored = 64
const store = 4 * window

const leasedBy = (id: WebhookId) =>
  Effect.flatMap(
    Database,
    ({ system: sql }) =>
      sql<{ lease_owner: number | null }>`SELECT lease_owner FROM deliveries WHERE webhook_id = ${uuidOf(id)}`
  )

layer(WebhookLab)("Nodes in separate processes", (it) => {
  it.effect("take over from a killed one: nothing is missing, and only what it had in flight arrives twice", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 20 }))
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const nodes = [yield* startProcess, yield* startProcess]
      const publishing = yield* Effect.forkChild(publishRounds(scope, 40, 5))
      yield* receiver.first(60)
      yield* nodes[0]?.signal("SIGKILL") ?? Effect.void
      const published = yield* Fiber.join(publishing)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { doubles, events } = judge([secret], receiver.received)
      assert.sameMembers([...events], published)
      assert.isAtMost(doubles, window + unstored)
    }).pipe(inRealTime)
  )

  it.effect("lose nothing when one of three is killed and one is paused until its leases have expired", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 20 }))
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const [killed, frozen] = [yield* startProcess, yield* startProcess]
      yield* startProcess
      const publishing = yield* Effect.forkChild(publishRounds(scope, 40, 5))
      yield* receiver.first(60)
      yield* killed.signal("SIGKILL")
      yield* frozen.signal("SIGSTOP")
      const published = yield* Fiber.join(publishing)
      // As far as the database knows it is alive: its leases are valid until they expire, and block their tickets.
      const { system: sql } = yield* Database
      yield* eventually(
        sql<{ count: number }>`SELECT count(*)::int AS count FROM deliveries d
          WHERE webhook_id = ${uuidOf(webhook.id)} AND lease_owner IS DISTINCT FROM ${frozen.node} AND NOT EXISTS (
            SELECT FROM deliveries p WHERE p.webhook_id = d.webhook_id AND p.chain_id = d.chain_id
              AND p.seq < d.seq AND p.lease_owner = ${frozen.node})`,
        ([row]) => row?.count === 0
      )
      yield* sql`UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE lease_owner = ${frozen.node}`
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      yield* frozen.signal("SIGCONT")
      const later = yield* publishRounds(scope, 20, 2)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { doubles, events } = judge([secret], receiver.received)
      assert.sameMembers([...events], [...published, ...later])
      assert.isAtMost(doubles, 2 * (window + unstored) + store)
    }).pipe(inRealTime)
  )

  it.effect("return what they have not sent when they are stopped, whoever hangs: nothing arrives twice", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 20 }))
      const hanging = yield* startReceiver(() => "hang")
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      yield* subscribe(scope, { url: hanging.url, events: ["*"] })
      const first = yield* startProcess
      const publishing = yield* Effect.forkChild(publishRounds(scope, 40, 4))
      yield* receiver.first(60)
      yield* hanging.first(1)
      yield* first.signal("SIGTERM")
      assert.strictEqual(yield* first.ended, 0)
      const leases = yield* leasedBy(webhook.id)
      assert.isTrue(leases.every(({ lease_owner }) => lease_owner === null))
      yield* startProcess
      const published = yield* Fiber.join(publishing)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { doubles, events } = judge([secret], receiver.received)
      assert.sameMembers([...events], published)
      assert.strictEqual(doubles, 0)
    }).pipe(inRealTime)
  )
})
