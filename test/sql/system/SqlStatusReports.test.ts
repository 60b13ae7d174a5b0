import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as Migrations from "../../../src/sql/Migrations.ts"
import { queueStatements } from "../../../src/sql/system/queueStatements.ts"
import * as SqlStatusReports from "../../../src/sql/system/SqlStatusReports.ts"
import { type QueuePart, queueParts, StatusReports } from "../../../src/system/StatusReports.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const queue = Effect.fnUntraced(function* (part: QueuePart, name: string) {
  const found = (yield* (yield* StatusReports).queues(part)).find((queue) => queue.name === name)
  const { lag, oldestDueAt, ...counts } = found ?? assert.fail(name)
  assert.strictEqual(oldestDueAt === undefined, lag === 0)
  return { ...counts, minutesLate: Math.floor(lag / 60) }
})

/** An outgoing message, due this long ago: by mail, or through a connection. */
const send = Effect.fnUntraced(function* (scope: BrandScope, age: string, connection?: string, state = "queued") {
  const { system } = yield* Database
  yield* system`INSERT INTO outgoing_mail (id, tenant_id, brand_id, kind, recipient, sealed, state, due_at, expires_at, settled_at, channel, connection_id, lane)
    VALUES (gen_random_uuid(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'notice', 'ada@example.com', false, ${state},
      now() - ${age}::interval, now() + interval '5 days', CASE WHEN ${state} = 'failed' THEN now() - ${age}::interval END,
      ${connection === undefined ? "email" : "chat"}, ${connection ?? null}::uuid, ${connection === undefined ? null : "lane"})`
})

const connect = Effect.fnUntraced(function* (scope: BrandScope, status: string) {
  const { system } = yield* Database
  const id = uuidOf((yield* IdGenerator).next("installation"))
  yield* system`INSERT INTO channel_connections (id, tenant_id, brand_id, kind, provider, external_id, name, status, secrets)
    VALUES (${id}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'chat', 'slack', ${id}, 'Slack', ${status}, '')`
  return id
})

const deliver = Effect.fnUntraced(function* (
  scope: BrandScope,
  status: string,
  ages: ReadonlyArray<string>,
  chain: string
) {
  const { system } = yield* Database
  const id = uuidOf((yield* IdGenerator).next("webhook"))
  yield* system`INSERT INTO webhooks (id, tenant_id, brand_id, url, events, event_types, status)
    VALUES (${id}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'https://acme.example/', '{*}', '{}', ${status})`
  yield* system`INSERT INTO deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, due_at, expires_at)
    SELECT new_uuid_v7(), ${scope.tenant.id}, ${id}, new_uuid_v7(), 'ticket.created', ${chain}, n, true, now() - age, now() + interval '1 day'
    FROM unnest(${ages}::interval[]) WITH ORDINALITY a(age, n)`
})

const services = SqlStatusReports.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer)),
  Layer.orDie
)

layer(services)("The database's report on queues", (it) => {
  it.effect("counts mail that waits, is late, or was given up today", () =>
    Effect.gen(function* () {
      const scope = yield* seedBrand(yield* seedTenant())
      const trashed = yield* seedBrand(scope.tenant)
      const { system } = yield* Database
      assert.deepInclude(yield* queue("mail", "mail"), { waiting: 0, due: 0, held: 0, failed: 0, minutesLate: 0 })
      yield* send(scope, "5 minutes")
      yield* send(scope, "-1 hour")
      yield* send(trashed, "3 days")
      yield* system`UPDATE brands SET deleted_at = now() WHERE id = ${uuidOf(trashed.brandId)}`
      yield* send(scope, "2 hours", undefined, "failed")
      yield* send(scope, "25 hours", undefined, "failed")
      assert.deepInclude(yield* queue("mail", "mail"), { waiting: 3, due: 1, held: 1, failed: 1, minutesLate: 5 })
    })
  )

  it.effect("counts messages that wait for a connection that someone must fix", () =>
    Effect.gen(function* () {
      const scope = yield* seedBrand(yield* seedTenant())
      const [works, broken] = [yield* connect(scope, "active"), yield* connect(scope, "needs_reauth")]
      yield* send(scope, "2 minutes", works)
      yield* send(scope, "9 hours", broken)
      assert.deepInclude(yield* queue("messages", "chat"), { waiting: 2, due: 1, held: 1, minutesLate: 2 })
      assert.deepInclude(yield* queue("messages", "sms"), { waiting: 0, minutesLate: 0 })
      const { system } = yield* Database
      yield* system`INSERT INTO channel_inbox (id, tenant_id, connection_id, channel, dedupe_key, kind, lane, payload, due_at)
        VALUES (gen_random_uuid(), ${scope.tenant.id}, ${works}, 'chat', 'one', 'message', 'lane', '{}', now() - interval '4 minutes')`
      assert.deepInclude(yield* queue("inbound", "inbound.chat"), { waiting: 1, due: 1, held: 0, minutesLate: 4 })
      assert.deepInclude(yield* queue("inbound", "inbound.email"), { waiting: 0, failed: 0 })
    })
  )

  it.effect("counts deliveries that could be sent, and not those behind a failing one or of a paused endpoint", () =>
    Effect.gen(function* () {
      const scope = yield* seedBrand(yield* seedTenant())
      const [one, other, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
      // The first of its ticket is retried in an hour; the second waits for it.
      yield* deliver(scope, "enabled", ["-1 hour", "30 minutes"], one)
      yield* deliver(scope, "enabled", ["3 minutes"], other)
      yield* deliver(scope, "paused", ["2 days"], third)
      const { minutesLate, waiting, held } = yield* queue("webhooks", "webhooks")
      assert.deepStrictEqual({ minutesLate, waiting, held }, { minutesLate: 3, waiting: 4, held: 1 })
    })
  )

  it.effect("is computed from waiting rows only, however long the past is", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      for (const part of queueParts) {
        const plan = yield* system.withTransaction(
          Effect.andThen(
            system`SET LOCAL enable_seqscan = off`,
            system.unsafe<{ "QUERY PLAN": string }>(`EXPLAIN ${queueStatements[part]}`)
          )
        )
        const scans = plan.map((row) => row["QUERY PLAN"]).filter((line) => /Seq Scan/.test(line))
        // There are few connections, and all are read.
        assert.deepStrictEqual(
          scans.filter((line) => !/channel_connections/.test(line)),
          [],
          part
        )
      }
    })
  )

  it.effect("covers its size, its connections, its migrations and the files", () =>
    Effect.gen(function* () {
      const { connections, schema, size, storedBytes } = yield* StatusReports
      const { bytes, serverVersion, tables } = yield* size
      assert.match(serverVersion, /^\d+/)
      assert.lengthOf(tables, 10)
      assert.isAbove(tables[0]?.bytes ?? 0, tables[9]?.bytes ?? 0)
      assert.isAbove(bytes, tables[0]?.bytes ?? 0)
      // Partitions belong to their table.
      assert.include(
        tables.map(({ name }) => name),
        "attempts"
      )

      const { limit, oldestTransactionAt, ours, used } = yield* connections
      assert.isAtLeast(used, ours)
      assert.isAbove(limit, used)
      assert.isAbove(ours, 0)
      assert.isUndefined(oldestTransactionAt)
      assert.strictEqual(yield* storedBytes, 0)

      const code = Migrations.newestOf(yield* Migrations.load())
      const { applied, ...now } = yield* schema
      assert.deepStrictEqual(now, { state: "current", code, database: code })
      assert.deepInclude(applied[0], { id: 1, name: "roles_and_tenancy" })
    })
  )

  it.effect("says whether the database is newer than this code, and whether the code can still serve", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { schema } = yield* StatusReports
      const state = Effect.map(schema, ({ state }) => state)
      yield* system`INSERT INTO migrations (id, name, checksum, oldest_code) VALUES (9001, 'next', '', 1)`
      assert.strictEqual(yield* state, "ahead")
      yield* system`UPDATE migrations SET oldest_code = 9001 WHERE id = 9001`
      assert.strictEqual(yield* state, "barred")
      yield* system`DELETE FROM migrations WHERE id > 50`
      assert.strictEqual(yield* state, "behind")
    })
  )
})
