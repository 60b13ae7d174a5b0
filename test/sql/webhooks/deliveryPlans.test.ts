import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idOf, uuidOf, type WebhookId } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { DeliveryQuery } from "../../../src/domain/Webhook.ts"
import { Database } from "../../../src/sql/Database.ts"
import { listStatement } from "../../../src/sql/webhooks/deliveryList.ts"
import { backlog, claim, release } from "../../../src/sql/webhooks/deliveryStatements.ts"
import { brand, inRealTime, publish, subscribe, WebhookLab } from "../../support/WebhookLab.ts"

/** A webhook with `count` delivered events; the first one failed, and a few of another kind are in between. */
const past = Effect.fnUntraced(function* (scope: BrandScope, count: number) {
  const { system: sql } = yield* Database
  const { webhook } = yield* subscribe(scope, { url: "https://acme.example/", events: ["*"] })
  yield* sql`WITH e AS (
      INSERT INTO events (id, tenant_id, brand_id, type, chain_id, seq, occurred_at, payload)
      SELECT new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)},
        CASE WHEN n % ${count / 4} = 1 THEN 'comment.created' ELSE 'ticket.created' END, gen_random_uuid(), n, now(), '{}'
      FROM generate_series(1, ${count}::int) n RETURNING *)
    INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger,
      started_at, duration_ms, status, final)
    SELECT new_uuid_v7(), new_uuid_v7(), tenant_id, ${uuidOf(webhook.id)}, id,
      CASE WHEN type = 'comment.created' AND seq > ${count / 2} THEN 'ticket.comment.created' ELSE type END,
      chain_id, 1, 'event', now(), 3, 200, CASE WHEN seq = 1 THEN 2 ELSE 1 END FROM e`
  const [first] = yield* sql<{ chain_id: string }>`SELECT chain_id FROM attempts
    WHERE webhook_id = ${uuidOf(webhook.id)} AND final = 2`
  return { id: webhook.id, ticketId: idOf("ticket", first?.chain_id ?? assert.fail()) }
})

/** A webhook with `count` waiting events, of as many tickets or of one; a few of the oldest are of another kind. */
const behind = Effect.fnUntraced(function* (scope: BrandScope, count: number, ofOne = false) {
  const { system: sql } = yield* Database
  const { webhook } = yield* subscribe(scope, { url: "https://acme.example/", events: ["*"] })
  yield* sql`WITH e AS (
      INSERT INTO events (id, tenant_id, brand_id, type, chain_id, seq, occurred_at, payload)
      SELECT new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)},
        CASE WHEN n <= 3 THEN 'comment.created' ELSE 'ticket.created' END,
        CASE WHEN ${ofOne} THEN ${uuidOf(webhook.id)}::uuid ELSE gen_random_uuid() END, n, now(), '{}'
      FROM generate_series(1, ${count}::int) n ORDER BY n RETURNING *)
    INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, expires_at)
    SELECT new_uuid_v7(), tenant_id, ${uuidOf(webhook.id)}, id, type, chain_id, seq, true, now() + interval '1 day' FROM e`
  return webhook.id
})

/** The rows of a list as requests get them, and the number of database pages it read. */
const explained = Effect.fnUntraced(function* (scope: BrandScope, id: WebhookId, filter: Partial<DeliveryQuery>) {
  const { reads } = yield* Database
  const { parameters, text } = listStatement(scope, uuidOf(id), { limit: 50, ...filter })
  const rows = yield* reads.unsafe<{ readonly type: string; readonly final: number }>(text, parameters)
  const [plan] = yield* reads.unsafe<{
    readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Record<string, number> }>
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters)
  const blocks = plan?.["QUERY PLAN"][0]?.Plan ?? assert.fail()
  return { rows, buffers: (blocks["Shared Hit Blocks"] ?? 0) + (blocks["Shared Read Blocks"] ?? 0) }
})

/** The number of database pages that a statement reads. */
const pagesOf = Effect.fnUntraced(function* (text: string, parameters: ReadonlyArray<unknown>) {
  const { system: sql } = yield* Database
  const [plan] = yield* sql.unsafe<{
    readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Record<string, number> }>
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters)
  const blocks = plan?.["QUERY PLAN"][0]?.Plan ?? assert.fail()
  return (blocks["Shared Hit Blocks"] ?? 0) + (blocks["Shared Read Blocks"] ?? 0)
})

/** The pages that a claim reads when two thousand events of a ticket wait for a webhook, and when twenty thousand do. */
const pagesOfTickets = Effect.fnUntraced(function* (isAnalyzed: boolean) {
  const scope = yield* brand
  const { system: sql } = yield* Database
  const [few, many] = yield* Effect.forEach([2_000, 20_000], (count) =>
    Effect.gen(function* () {
      const id = yield* behind(scope, count, true)
      if (isAnalyzed) yield* sql`ANALYZE deliveries`
      return yield* pagesOf(claim, [[uuidOf(id)], [160], [false], [new Date(0)], 7])
    })
  )
  return { few: few ?? assert.fail(), many: many ?? assert.fail() }
})

layer(WebhookLab)("A claim", (it) => {
  it.effect("reads nothing that was settled before its mark, even without a vacuum since", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system: sql } = yield* Database
      const { webhook } = yield* subscribe(scope, { url: "https://acme.example/", events: ["*"] })
      yield* sql`ALTER TABLE deliveries SET (autovacuum_enabled = false)`
      yield* sql`INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, chain_id, hold, expires_at, due_at)
        SELECT new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(webhook.id)}, gen_random_uuid(), gen_random_uuid(), true, now(),
          now() - interval '1 hour' FROM generate_series(1, 20000)`
      yield* sql`DELETE FROM deliveries`
      yield* publish(scope)
      const claimed = (since: Date) => pagesOf(claim, [[uuidOf(webhook.id)], [1], [false], [since], 7])
      assert.isAtMost(yield* claimed(new Date(Date.now() - 60_000)), 100)
      yield* publish(scope)
      assert.isAtLeast(yield* claimed(new Date(0)), 150, "what the mark spares")
    }).pipe(inRealTime)
  )

  it.effect("reads as little when twenty thousand events of a ticket wait as when two thousand do", () =>
    Effect.gen(function* () {
      const { few, many } = yield* pagesOfTickets(true)
      assert.isAtMost(many, 2 * few)
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("A claim before its table has statistics", (it) => {
  it.effect("reads as little when twenty thousand events of a ticket wait as when two thousand do", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      yield* sql`ALTER TABLE deliveries SET (autovacuum_enabled = false)`
      const { few, many } = yield* pagesOfTickets(false)
      assert.isAtMost(many, 2 * few)
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("The sweep", (it) => {
  it.effect("reads the webhooks with pending deliveries, and not each delivery", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system: sql } = yield* Database
      yield* behind(scope, 200)
      yield* behind(scope, 200)
      yield* sql`VACUUM ANALYZE deliveries`
      const ofFew = yield* pagesOf(backlog, [])
      yield* behind(scope, 20_000)
      yield* sql`VACUUM ANALYZE deliveries`
      assert.lengthOf(yield* sql.unsafe(backlog), 3)
      assert.isAtMost(yield* pagesOf(backlog, []), 2 * ofFew + 20)
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("Returning leases", (it) => {
  it.effect("reads what is returned, and not the backlogs of others", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system: sql } = yield* Database
      const { webhook } = yield* subscribe(scope, { url: "https://acme.example/", events: ["*"] })
      yield* publish(scope)
      yield* publish(scope)
      const [leased, other] = yield* sql<{ id: string; event_id: string }>`UPDATE deliveries
        SET lease_owner = 7, lease_until = now() + interval '1 minute', attempts = 1, step = 1
        WHERE webhook_id = ${uuidOf(webhook.id)} RETURNING id, event_id`
      if (leased === undefined || other === undefined) return assert.fail()
      yield* sql`INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, chain_id, hold, expires_at)
        SELECT new_uuid_v7(), ${scope.tenant.id}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, now()
        FROM generate_series(1, 20000)`
      yield* sql`VACUUM ANALYZE deliveries`
      const given = [uuidOf(webhook.id)]
      assert.isAtMost(yield* pagesOf(release, [7, given, [leased.event_id], [leased.id], [1]]), 40)
      // What the node no longer leases, has claimed again since, or has another id by now, stays unchanged.
      yield* sql.unsafe(release, [8, given, [other.event_id], [other.id], [1]])
      yield* sql.unsafe(release, [7, given, [other.event_id], [other.id], [0]])
      yield* sql.unsafe(release, [7, given, [other.event_id], [leased.id], [1]])
      const rows = yield* sql`SELECT id, lease_owner, attempts, step FROM deliveries
        WHERE webhook_id = ${uuidOf(webhook.id)}`
      assert.deepInclude(rows, { id: leased.id, lease_owner: null, attempts: 0, step: 0 })
      assert.deepInclude(rows, { id: other.id, lease_owner: 7, attempts: 1, step: 1 })
    }).pipe(inRealTime)
  )
})

layer(WebhookLab)("The delivery log", (it) => {
  it.effect("reads as little for a rare kind among many as among few", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system: sql } = yield* Database
      const [few, many] = [yield* past(scope, 200), yield* past(scope, 20_000)]
      yield* sql`VACUUM ANALYZE attempts`
      yield* sql`VACUUM ANALYZE events`
      const filters = (
        ticketId: DeliveryQuery["ticketId"]
      ): ReadonlyArray<readonly [Partial<DeliveryQuery>, number]> => [
        [{}, 50],
        [{ status: "SUCCESS" }, 50],
        [{ status: "FAILED" }, 1],
        [{ event: "comment.created" }, 4],
        [{ event: "ticket.comment.created" }, 4],
        [{ event: "ticket.closed" }, 0],
        [{ ticketId }, 1]
      ]
      const ofFew = filters(few.ticketId)
      for (const [index, [filter, count]] of filters(many.ticketId).entries()) {
        const among = yield* explained(scope, many.id, filter)
        const alone = yield* explained(scope, few.id, ofFew[index]?.[0] ?? {})
        assert.lengthOf(among.rows, count, JSON.stringify(filter))
        assert.lengthOf(alone.rows, count, JSON.stringify(filter))
        assert.isAtMost(among.buffers, 2 * alone.buffers + 100, JSON.stringify(filter))
      }
    }).pipe(inRealTime)
  )

  it.effect("reads as little of a backlog for what is rare in it as for what is not", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system: sql } = yield* Database
      const [few, many] = [yield* behind(scope, 200), yield* behind(scope, 20_000)]
      yield* sql`VACUUM ANALYZE deliveries`
      yield* sql`VACUUM ANALYZE events`
      for (const [filter, count] of [
        [{}, 50],
        [{ event: "comment.created" }, 3],
        [{ event: "ticket.comment.created" }, 3],
        [{ event: "ticket.closed" }, 0],
        [{ event: "ticket.created", status: "PENDING" }, 50]
      ] as const) {
        const among = yield* explained(scope, many, filter)
        const alone = yield* explained(scope, few, filter)
        assert.lengthOf(among.rows, count, JSON.stringify(filter))
        assert.isAtMost(among.buffers, 2 * alone.buffers + 100, JSON.stringify(filter))
      }
      yield* sql`UPDATE deliveries SET event_type = '' WHERE webhook_id = ${uuidOf(few)} AND seq = 200`
      assert.lengthOf((yield* explained(scope, few, { limit: 200 })).rows, 200, "what an older server wrote")
      const ids = (rows: ReadonlyArray<object>) => rows.map((row) => String((row as { readonly id: string }).id))
      const { rows } = yield* explained(scope, many, {})
      assert.deepStrictEqual(ids(rows), ids(rows).sort().reverse())
    }).pipe(inRealTime)
  )
})
