import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { ApiRequestQuery } from "../../../src/accounts/ApiRequestStore.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { Tenant } from "../../../src/domain/Tenant.ts"
import { requestPage } from "../../../src/sql/accounts/requestStatements.ts"
import { Database } from "../../../src/sql/Database.ts"
import { seedTenant } from "../../support/seedTenant.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const rareKey = idOf("key", "01a21239-c563-7956-ba36-f537d5f5870a")
const busyKey = idOf("key", "01a21239-c563-7956-ba36-f537d5f5870b")
const rareBrand = idOf("brand", "01a21239-c563-7956-ba36-f537d5f5870c")

/** Inserts this many requests from the last two days; the two oldest have values that the others lack. */
const past = Effect.fnUntraced(function* (tenant: Tenant, count: number) {
  const { system: sql } = yield* Database
  yield* sql`INSERT INTO api_requests (id, tenant_id, key_id, key_prefix, brand_id, operation, method, path, status, duration_ms,
      replayed, ip, omitted)
    SELECT overlay(uuid_at(now() - interval '2 days' * n / ${count}::float8)::text placing right(gen_random_uuid()::text, 17) from 20)::uuid,
      ${tenant.id}, CASE WHEN n > ${count - 2} THEN ${uuidOf(rareKey)} ELSE ${uuidOf(busyKey)} END::uuid, 'sk_live_4f9K',
      CASE WHEN n > ${count - 2} THEN ${uuidOf(rareBrand)} END::uuid,
      CASE WHEN n > ${count - 2} THEN 'tickets.delete' ELSE 'tickets.list' END, 'GET', '/v1/tickets',
      CASE WHEN n > ${count - 2} THEN 404 ELSE 200 END, 1, false, '::1', 0
    FROM generate_series(1, ${count}::int) n`
})

/** The rows of a page, and the number of database pages it read. */
const explained = Effect.fnUntraced(function* (tenant: Tenant, filter: Partial<ApiRequestQuery>) {
  const { reads } = yield* Database
  const { parameters, sql } = requestPage(tenant, { limit: 25, ...filter })
  const rows = yield* reads.unsafe<{ readonly id: string }>(sql, parameters)
  const [plan] = yield* reads.unsafe<{
    readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Record<string, number> }>
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, parameters)
  const blocks = plan?.["QUERY PLAN"][0]?.Plan ?? assert.fail()
  return { rows, buffers: (blocks["Shared Hit Blocks"] ?? 0) + (blocks["Shared Read Blocks"] ?? 0) }
})

layer(Layer.merge(TestDatabase.layer, IdGenerator.layer))("The request log", (it) => {
  it.effect("reads as little for a rare key, response, operation or brand among many requests as among few", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const [few, many] = [yield* seedTenant(), yield* seedTenant()]
      yield* past(few, 200)
      yield* past(many, 40_000)
      yield* sql`VACUUM ANALYZE api_requests`
      const filters: ReadonlyArray<readonly [Partial<ApiRequestQuery>, number]> = [
        [{}, 26],
        [{ keyId: busyKey }, 26],
        [{ keyId: rareKey }, 2],
        [{ statuses: [[400, 499]] }, 2],
        [{ keyId: rareKey, statuses: [[400, 599]] }, 2],
        [{ keyId: busyKey, statuses: [[400, 599]] }, 0],
        [{ operations: ["tickets.delete"] }, 2],
        [{ brandId: rareBrand }, 2]
      ]
      for (const [filter, count] of filters) {
        const [among, alone] = [yield* explained(many, filter), yield* explained(few, filter)]
        assert.lengthOf(among.rows, count, JSON.stringify(filter))
        assert.lengthOf(alone.rows, count, JSON.stringify(filter))
        assert.isAtMost(among.buffers, 2 * alone.buffers + 100, JSON.stringify(filter))
      }
    }).pipe(Effect.orDie)
  )
})
