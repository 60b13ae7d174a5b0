import { createHash } from "node:crypto"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Batch } from "../../../src/sql/commit/Batch.ts"
import { loadBatch } from "../../../src/sql/commit/loadBatch.ts"
import { Database } from "../../../src/sql/Database.ts"
import type { Reads } from "../../../src/tickets/TicketCommand.ts"
import { freshBrand, ticketService } from "../../support/ticketService.ts"

/** The parts of a PostgreSQL plan node that these tests use. */
interface PlanNode {
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

const below = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(below)]

/** A brand with thousands of tags and companies, beside another brand of its tenant. */
const seeded = Effect.gen(function* () {
  const { system: sql } = yield* Database
  const scope = yield* freshBrand
  const [tenant, brand] = [scope.tenant.id, uuidOf(scope.brandId)]
  yield* sql`insert into tags (id, tenant_id, brand_id, name)
    select new_uuid_v7(), ${tenant}, ${brand}, 'Tag ' || n from generate_series(1, 4000) n`
  yield* sql`insert into companies (id, tenant_id, brand_id, name, domain)
    select new_uuid_v7(), ${tenant}, ${brand}, 'Company ' || n, n || '.example' from generate_series(1, 4000) n`
  yield* sql`insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, status, size, received_at)
    select new_uuid_v7(), ${tenant}, ${brand}, 'email', 'message ' || n, sha256(('message ' || n)::bytea), 'ines@north.example', '{}', 'processed', 1, now()
    from generate_series(1, 4000) n`
  yield* sql`insert into audit_log (id, tenant_id, brand_id, event, entity_type, entity_id, changes, performed_by, source)
    select new_uuid_v7(), ${tenant}, ${brand}, 'portal_link.sent', 'brand', ${brand},
      case when n = 7 then '{"ticketPrefix": {"old": "OLD", "new": "NEW"}}'::jsonb end, '{"type": "user"}', 'api'
    from generate_series(1, 4000) n`
  yield* sql`vacuum analyze tags, companies, inbound_messages, audit_log`
  return scope
})

/** Number of a table's rows that the loads of a command visit; counts use index-only scans. */
const looksAt = Effect.fnUntraced(function* (table: string, reads: Reads) {
  const scope = yield* seeded
  const { commits } = yield* Database
  const ids = yield* IdGenerator
  return yield* commits.use((connection) =>
    Effect.gen(function* () {
      const plans: Array<PlanNode> = []
      const explaining = {
        query: (sql: string, parameters?: ReadonlyArray<unknown>) =>
          sql === "BEGIN"
            ? connection.query(sql)
            : Effect.flatMap(connection.query(`explain (analyze, format json) ${sql}`, parameters), ({ rows }) => {
                const [row] = rows as unknown as ReadonlyArray<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>
                plans.push(...(row?.["QUERY PLAN"] ?? []).map(({ Plan }) => Plan))
                return connection.query(sql, parameters)
              })
        // Loading uses nothing else of a connection.
      } as unknown as PgConnection
      const batch = new Batch(ids.next)
      yield* loadBatch(explaining, scope.tenant, [{ scope, reads }], batch)
      yield* connection.query("ROLLBACK")
      const scans = plans.flatMap(below).filter((node) => node["Relation Name"] === table)
      const read = scans
        .filter((node) => node["Node Type"] !== "Index Only Scan")
        .reduce(
          (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
          0
        )
      return { batch, read, indexes: new Set(scans.map((node) => node["Index Name"])) }
    })
  )
})

layer(ticketService, { excludeTestServices: true })("under row-level security, among 4,000", (it) => {
  it.effect("tags are found by name through an index, and counted from it when one is new", () =>
    Effect.gen(function* () {
      const { batch, indexes, read } = yield* looksAt("tags", { tagNames: ["TAG 7", "tag 3999", "new"] })
      assert.deepStrictEqual([...batch.tags.values()].map(({ name }) => name).sort(), ["Tag 3999", "Tag 7"])
      assert.deepStrictEqual([...batch.tagCounts.values()], [4_000])
      assert.deepStrictEqual([...indexes], ["tags_name"])
      // Before PostgreSQL 18, average rows per loop are rounded to whole numbers: one for each name.
      assert.isAtMost(Math.round(read), 3)
      assert.deepStrictEqual((yield* looksAt("tags", { tagNames: ["tag 1"] })).batch.tagCounts.size, 0)
    })
  )

  it.effect("companies are found by a customer's mail domain through an index", () =>
    Effect.gen(function* () {
      const reads = { customer: { email: "ada@77.example" }, companyIds: [] }
      const { batch, read } = yield* looksAt("companies", reads)
      assert.deepStrictEqual(
        [...batch.companies.values()].map(({ name }) => name),
        ["Company 77"]
      )
      assert.isAtMost(Math.round(read), 4)
    })
  )

  it.effect("the brand's previous ticket prefixes are found among all of its audit entries", () =>
    Effect.gen(function* () {
      const dedupeKey = new Uint8Array(32)
      const inbound = { dedupeKey, references: [], numbers: [1001], sender: "ines@north.example" }
      const { batch, indexes, read } = yield* looksAt("audit_log", { inbound })
      assert.deepStrictEqual(
        [...batch.formerPrefixes.values()].map((prefixes) => [...prefixes]),
        [["OLD"]]
      )
      assert.deepStrictEqual([...indexes], ["audit_log_prefixes"])
      assert.isAtMost(Math.round(read), 1)
    })
  )

  it.effect("a repeated message is found by its key through an index", () =>
    Effect.gen(function* () {
      const dedupeKey = new Uint8Array(createHash("sha256").update("message 77").digest())
      const { batch, indexes, read } = yield* looksAt("inbound_messages", { inbound: { dedupeKey, references: [] } })
      assert.lengthOf([...batch.duplicates.values()], 1)
      assert.deepStrictEqual([...indexes], ["inbound_messages_dedupe"])
      assert.isAtMost(Math.round(read), 1)
    })
  )
})
