import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idOf, uuidOf, type WebhookId } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Deliveries } from "../../../src/webhooks/Deliveries.ts"
import { type ClaimRequest, DeliveryQueue, type Settlement } from "../../../src/webhooks/DeliveryQueue.ts"
import { byKey } from "../../support/seedTenant.ts"
import { brand, inRealTime, publish, subscribe, WebhookLab } from "../../support/WebhookLab.ts"

const url = "https://acme.example/"

/** A webhook with `count` waiting events. */
const waiting = Effect.fnUntraced(function* (count: number) {
  const scope = yield* brand
  const { webhook } = yield* subscribe(scope, { url, events: ["*"] })
  const events = yield* Effect.forEach(Array.from({ length: count }), () => publish(scope))
  return { scope, id: webhook.id, events: events.map(({ id }) => uuidOf(id)) }
})

/** What a node gets to send. */
const claim = (node: number, id: WebhookId, request: Partial<ClaimRequest> = {}) =>
  Effect.flatMap(DeliveryQueue, (queue) =>
    queue.claim(node, [{ webhookId: uuidOf(id), slots: 8, probe: false, since: 0, ...request }])
  )

/** The events that a node gets to send. */
const claimed = (...args: Parameters<typeof claim>) =>
  Effect.map(claim(...args), (rows) => rows.map(({ eventId }) => eventId))

/** The only delivery of a webhook, leased to this node. */
const claimOne = Effect.fnUntraced(function* (node: number, id: WebhookId) {
  const [row, ...others] = yield* claim(node, id)
  assert.lengthOf(others, 0)
  return row ?? assert.fail("nothing was claimed")
})

/** The outcome of an attempt; by default a failure with 500 that is retried in an hour. */
const outcomeOf = (claimed: Settlement["claimed"], outcome: Partial<Settlement> = {}): Settlement => ({
  claimed,
  url,
  attemptId: crypto.randomUUID(),
  event: claimed.type,
  startedAt: Date.now(),
  durationMs: 1,
  status: 500,
  error: undefined,
  response: "",
  final: undefined,
  step: claimed.step,
  retryIn: 3_600_000,
  ...outcome
})

/** The leases on deliveries to a webhook. */
const leases = Effect.fnUntraced(function* (id: WebhookId) {
  const { system: sql } = yield* Database
  return yield* sql<{ owner: number | null; attempts: number }>`SELECT lease_owner AS owner, attempts FROM deliveries
    WHERE webhook_id = ${uuidOf(id)}`
})

/** What a webhook's receiver is known for. */
const health = Effect.fnUntraced(function* (id: WebhookId) {
  const { system: sql } = yield* Database
  const [row] =
    yield* sql`SELECT failure_count, failing_since IS NULL AS healthy, last_success_at IS NULL AS unanswered, gate_until
    FROM webhooks WHERE id = ${uuidOf(id)}`
  return row
})

/** The final outcomes of a webhook's attempts in the log, in order. */
const finals = Effect.fnUntraced(function* (id: WebhookId) {
  const { system: sql } = yield* Database
  const rows = yield* sql<{ final: number | null }>`SELECT final FROM attempts
    WHERE webhook_id = ${uuidOf(id)} ORDER BY attempt, final NULLS FIRST`
  return rows.map(({ final }) => final)
})

const leaseEnds = (id: WebhookId) =>
  Effect.flatMap(
    Database,
    ({ system: sql }) =>
      sql`UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE webhook_id = ${uuidOf(id)}`
  )

/** Adds `count` events of the same ticket behind the one that waits for a webhook. */
const followedBy = Effect.fnUntraced(function* (id: WebhookId, count: number) {
  const { system: sql } = yield* Database
  yield* sql`INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, due_at, expires_at)
    SELECT new_uuid_v7(), tenant_id, webhook_id, new_uuid_v7(), event_type, chain_id, seq + n, hold, due_at, expires_at
    FROM deliveries, generate_series(1, ${count}::int) n WHERE webhook_id = ${uuidOf(id)}`
})

layer(WebhookLab)("The delivery queue", (it) => {
  it.effect("returns the first of each ticket, even behind thousands of another", () =>
    Effect.gen(function* () {
      const { events, id, scope } = yield* waiting(1)
      yield* followedBy(id, 3_000)
      const other = yield* publish(scope)
      yield* publish(scope, { ticketId: other.ticketId, sequence: 2 })
      assert.sameMembers(yield* claimed(1, id), [...events, uuidOf(other.id)])
      assert.deepStrictEqual(yield* claimed(2, id), [])
    }).pipe(inRealTime)
  )

  it.effect("returns what blocks nothing, such as an event resent by hand, even behind thousands that wait", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const { events, id, scope } = yield* waiting(1)
      yield* followedBy(id, 3_000)
      const anew = yield* publish(scope)
      const later = yield* publish(scope)
      const ids = [uuidOf(anew.id), uuidOf(later.id)]
      yield* sql`UPDATE deliveries SET hold = false WHERE event_id = ANY(${ids}::uuid[])`
      yield* sql`UPDATE deliveries SET due_at = now() + interval '1 hour' WHERE event_id = ${uuidOf(later.id)}`
      assert.sameMembers(yield* claimed(1, id), [...events, uuidOf(anew.id)])
      assert.deepStrictEqual(yield* claimed(2, id), [])
      assert.deepStrictEqual(yield* claimed(2, id, { probe: true }), [uuidOf(later.id)])
    }).pipe(inRealTime)
  )

  it.effect("returns what is due even to a node whose clock is ahead", () =>
    Effect.gen(function* () {
      const { events, id } = yield* waiting(2)
      assert.sameMembers(yield* claimed(1, id, { since: Date.now() + 120_000 }), events)
    }).pipe(inRealTime)
  )

  it.effect("returns nothing to any node while a webhook's gate is closed, not even for a probe", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { events, id } = yield* waiting(1)
      yield* queue.gate(uuidOf(id), url, 3_600_000)
      for (const node of [1, 2])
        for (const probe of [false, true]) assert.deepStrictEqual(yield* claimed(node, id, { probe }), [])
      yield* queue.open(uuidOf(id))
      assert.deepStrictEqual(yield* claimed(2, id), events)
    }).pipe(inRealTime)
  )

  it.effect("closes no gate, and counts nothing, because of what the address before had to say", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { id } = yield* waiting(2)
      const [refused, arrived] = yield* claim(1, id)
      if (refused === undefined || arrived === undefined) return assert.fail("two were to be claimed")
      const former = "https://former.example/"
      yield* queue.gate(uuidOf(id), former, 3_600_000)
      yield* queue.settle(1, [
        outcomeOf(arrived, { url: former, status: 200, final: 1 }),
        outcomeOf(refused, { url: former })
      ])
      assert.deepStrictEqual(yield* health(id), {
        failure_count: 0,
        healthy: true,
        unanswered: true,
        gate_until: null
      })
      assert.deepStrictEqual(yield* leases(id), [{ owner: null, attempts: 1 }])
      assert.deepStrictEqual(yield* finals(id), [null, 1])
      const again = yield* claim(1, id, { probe: true })
      yield* queue.settle(
        1,
        again.flatMap((claimed) => [outcomeOf(claimed), outcomeOf(claimed, { url: former })])
      )
      assert.deepStrictEqual(yield* health(id), {
        failure_count: 1,
        healthy: false,
        unanswered: true,
        gate_until: null
      })
    }).pipe(inRealTime)
  )

  it.effect("returns nothing of a disabled webhook, although it still waits", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { id } = yield* waiting(1)
      yield* queue.gone(uuidOf(id), url)
      assert.deepStrictEqual(yield* claimed(1, id), [])
    }).pipe(inRealTime)
  )

  it.effect(
    "disables a webhook whose receiver is gone once, with one log entry, and not for an address it had before",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { system: sql } = yield* Database
        const { id } = yield* waiting(0)
        assert.isFalse(yield* queue.gone(uuidOf(id), "https://former.example/"))
        const [enabled] = yield* sql`SELECT status FROM webhooks WHERE id = ${uuidOf(id)}`
        assert.deepStrictEqual(enabled, { status: "enabled" })
        for (const _ of [1, 2]) assert.isTrue(yield* queue.gone(uuidOf(id), url))
        const [webhook] = yield* sql`SELECT status, disabled_reason FROM webhooks WHERE id = ${uuidOf(id)}`
        assert.deepStrictEqual(webhook, { status: "disabled", disabled_reason: "gone" })
        const lines = yield* sql`SELECT changes, metadata->>'reason' AS reason FROM audit_log
        WHERE entity_id = ${uuidOf(id)} AND event = 'webhook.disabled'`
        assert.deepStrictEqual(lines, [{ changes: { enabled: { old: true, new: false } }, reason: "gone" }])
      }).pipe(inRealTime)
  )

  it.effect(
    "makes everything that waits due once an endpoint has recovered, as the regular attempt that it brings forward",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { events, id } = yield* waiting(3)
        const [leased, ...failed] = yield* claim(1, id)
        if (leased === undefined) return assert.fail()
        yield* queue.settle(
          1,
          failed.map((claimed) => outcomeOf(claimed))
        )
        yield* queue.gate(uuidOf(id), url, 3_600_000)
        yield* queue.recover(uuidOf(id))
        const again = yield* claim(2, id)
        assert.sameMembers(
          again.map(({ eventId }) => eventId),
          events.filter((event) => event !== leased.eventId)
        )
        for (const { attempt, early, step } of again) assert.deepStrictEqual([attempt, step, early], [2, 1, false])
      }).pipe(inRealTime)
  )

  it.effect("skips what another transaction has locked, and does not wait for it", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { events, id } = yield* waiting(3)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const other = yield* system.reserve
          const run = (text: string) => other.execute(text, [], undefined)
          yield* Effect.acquireRelease(run("BEGIN"), () => Effect.orDie(run("ROLLBACK")))
          yield* run(`SELECT FROM deliveries WHERE event_id = '${events[1]}' FOR UPDATE`)
          assert.sameMembers(yield* claimed(1, id), [events[0], events[2]])
        })
      )
      assert.deepStrictEqual(yield* claimed(2, id), [events[1]])
    }).pipe(inRealTime)
  )

  it.effect("returns leased deliveries to no other node until the lease is over", () =>
    Effect.gen(function* () {
      const { events, id } = yield* waiting(1)
      assert.deepStrictEqual(yield* claimed(1, id), events)
      for (const node of [1, 2]) assert.deepStrictEqual(yield* claimed(node, id), [])
      yield* leaseEnds(id)
      assert.deepStrictEqual(yield* claimed(2, id), events)
    }).pipe(inRealTime)
  )

  it.effect("returns no more than there are slots for, longest due first, and for a probe also what is due later", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const { events, id } = yield* waiting(3)
      const due = (event: string | undefined, seconds: number) =>
        sql`UPDATE deliveries SET due_at = now() + make_interval(secs => ${seconds}) WHERE event_id = ${event ?? ""}`
      yield* Effect.forEach([-10, -20, 3_600], (seconds, index) => due(events[index], seconds))
      assert.deepStrictEqual(yield* claimed(1, id, { slots: 1 }), [events[1]])
      assert.deepStrictEqual(yield* claimed(1, id), [events[0]])
      assert.deepStrictEqual(yield* claimed(1, id, { probe: true }), [events[2]])
    }).pipe(inRealTime)
  )

  it.effect("says whether a leased delivery has expired", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const { events, id } = yield* waiting(2)
      yield* sql`UPDATE deliveries SET expires_at = now() - interval '1 second' WHERE event_id = ${events[0] ?? ""}`
      const rows = yield* claim(1, id)
      assert.sameDeepMembers(
        rows.map(({ eventId, expired }) => [eventId, expired]),
        [
          [events[0], true],
          [events[1], false]
        ]
      )
    }).pipe(inRealTime)
  )

  it.effect(
    "accepts no failure from a node whose lease another has taken over, even a final one, and records the attempt",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { id } = yield* waiting(1)
        const first = yield* claimOne(1, id)
        yield* leaseEnds(id)
        const second = yield* claimOne(2, id)
        for (const outcome of [{}, { final: 2 }, { final: 3 }] as const)
          yield* queue.settle(1, [outcomeOf(first, outcome)])
        yield* queue.settle(1, [outcomeOf(second), outcomeOf(second, { final: 2 })])
        // The same node may have taken it up once more.
        yield* queue.settle(2, [
          outcomeOf({ ...second, attempt: 1 }),
          outcomeOf({ ...second, attempt: 1 }, { final: 2 })
        ])
        assert.deepStrictEqual(yield* leases(id), [{ owner: 2, attempts: 2 }])
        assert.deepStrictEqual(yield* finals(id), Array(7).fill(null))
        yield* queue.settle(2, [outcomeOf(second, { final: 2 })])
        assert.deepStrictEqual(yield* leases(id), [])
        assert.strictEqual((yield* finals(id)).at(-1), 2)
      }).pipe(inRealTime)
  )

  it.effect("accepts from any node that a delivery has arrived", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { id } = yield* waiting(1)
      const first = yield* claimOne(1, id)
      yield* leaseEnds(id)
      yield* claimOne(2, id)
      yield* queue.settle(1, [outcomeOf(first, { status: 200, final: 1 })])
      assert.deepStrictEqual(yield* leases(id), [])
      assert.deepStrictEqual(yield* finals(id), [1])
    }).pipe(inRealTime)
  )

  it.effect(
    "accepts no failure of a delivery that was sent again by hand meanwhile, though its claims count from 1",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const deliveries = yield* Deliveries
        const { id, scope } = yield* waiting(1)
        const before = yield* claimOne(1, id)
        yield* deliveries.replay(scope, byKey, id, idOf("delivery", before.deliveryId))
        const anew = yield* claimOne(1, id)
        assert.deepStrictEqual([before.attempt, anew.attempt], [1, 1])
        for (const outcome of [{}, { final: 2 }, { status: 200, final: 1 }] as const)
          yield* queue.settle(1, [outcomeOf(before, outcome)])
        yield* queue.release(1, [before])
        assert.deepStrictEqual(yield* leases(id), [{ owner: 1, attempts: 1 }])
      }).pipe(inRealTime)
  )

  it.effect(
    "leaves a delivery to its node that had claimed it before, and only finds out now that it was never sent",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { id } = yield* waiting(1)
        const first = yield* claimOne(1, id)
        yield* leaseEnds(id)
        const second = yield* claimOne(1, id)
        yield* queue.release(1, [first])
        assert.deepStrictEqual(yield* leases(id), [{ owner: 1, attempts: 2 }])
        yield* queue.release(1, [second])
        assert.deepStrictEqual(yield* leases(id), [{ owner: null, attempts: 1 }])
      }).pipe(inRealTime)
  )

  it.effect("restarts the time without a success at each success, even if a failure is stored along with it", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { system: sql } = yield* Database
      const { id } = yield* waiting(2)
      yield* sql`UPDATE webhooks SET failure_count = 9, failing_since = now() - interval '4 days' WHERE id = ${uuidOf(id)}`
      const [arrived, refused] = yield* claim(1, id)
      if (arrived === undefined || refused === undefined) return assert.fail("two were to be claimed")
      yield* queue.settle(1, [outcomeOf(arrived, { status: 200, final: 1 }), outcomeOf(refused)])
      assert.deepStrictEqual(
        yield* sql`SELECT failure_count, failing_since > now() - interval '1 day' AS anew FROM webhooks WHERE id = ${uuidOf(id)}`,
        [{ failure_count: 1, anew: true }]
      )
    }).pipe(inRealTime)
  )

  it.effect("counts and logs an outcome once, however often it is stored", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { system: sql } = yield* Database
      const { id } = yield* waiting(1)
      const outcome = outcomeOf(yield* claimOne(1, id))
      for (let time = 0; time < 3; time++) yield* queue.settle(1, [outcome])
      assert.deepStrictEqual(yield* finals(id), [null])
      assert.deepStrictEqual(yield* leases(id), [{ owner: null, attempts: 1 }])
      assert.deepStrictEqual(yield* sql`SELECT failure_count FROM webhooks WHERE id = ${uuidOf(id)}`, [
        { failure_count: 1 }
      ])
    }).pipe(inRealTime)
  )
})
