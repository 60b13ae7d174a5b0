import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuidOf } from "../../src/domain/Ids.ts"
import { site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedMember } from "../support/signInServices.ts"
import { asking, teamMember } from "../support/teamMember.ts"

const usage = (key?: string) => Effect.map(asking("GET", "/v1/accounts/me/usage", { key }), ({ json }) => json)

layer(site(), { excludeTestServices: true })("What an account uses", (it) => {
  it.effect("is counted per mode, for the brands that the caller can see, and for this month", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { live, test } = yield* Installation
      const empty = { ticketsThisMonth: 0, ticketsTotal: 0, brandsCount: 1, membersCount: 1, storageBytes: 0 }
      const storage = (bytes: number) => ({ accountStorageBytes: bytes, accountStorageMaxBytes: 2 ** 40 })
      assert.deepStrictEqual(yield* usage(), { ...empty, ...storage(0) })

      const other = yield* asking("POST", "/v1/brands", { body: { name: "Other" } })
      const open = (brandId: string) =>
        Effect.map(
          asking("POST", `/v1/brands/${brandId}/tickets`, {
            body: { title: "t", customerEmail: "ines@north.example" }
          }),
          ({ json }) => json
        )
      const [kept, spam, deleted, source, older] = yield* Effect.forEach(Array.from({ length: 5 }), () =>
        open(live.brand.id)
      )
      yield* open(other.json.id)
      const path = `/v1/brands/${live.brand.id}/tickets`
      assert.strictEqual((yield* asking("POST", `${path}/${spam.id}/spam`, { body: { isSpam: true } })).status, 200)
      assert.strictEqual((yield* asking("DELETE", `${path}/${deleted.id}`)).status, 200)
      const merge = { body: { sourceTicketIds: [source.id] } }
      assert.strictEqual((yield* asking("POST", `${path}/${kept.id}/merge`, merge)).status, 200)
      // The first 48 bits of an id are its milliseconds: these are of 2020.
      yield* sql`UPDATE tickets SET id = '016f5e66-e800-7000-8000-000000000001' WHERE id = ${uuidOf(older.id)}`
      for (const [size, status, gone] of [
        [1000, "UPLOADED", null],
        [200, "UPLOADED", null],
        [30, "PENDING", null],
        [4, "UPLOADED", "2026-01-01"]
      ] as const) {
        yield* sql`INSERT INTO attachments (id, tenant_id, brand_id, filename, content_type, size, status, deleted_at)
          VALUES (gen_random_uuid(), ${live.tenant.id}, ${uuidOf(live.brand.id)}, 'a', 'text/plain', ${size}, ${status}, ${gone}::timestamptz)`
      }
      yield* seedMember(live.tenant.accountId, "invited@team.example", "agent", "pending")
      const agent = yield* teamMember("agent", { brands: [live.brand.id] })

      const all = { ticketsThisMonth: 2, ticketsTotal: 3, brandsCount: 2, membersCount: 2, storageBytes: 1200 }
      // Announced files and files in the trash count towards the account's limit, in both modes.
      assert.deepStrictEqual(yield* usage(), { ...all, ...storage(1234) })
      const limited = { ...all, ticketsThisMonth: 1, ticketsTotal: 2, brandsCount: 1 }
      assert.deepStrictEqual(yield* usage(agent.key), limited)
      const key = yield* asking("POST", "/v1/accounts/me/api-keys", { body: { name: "k", brandIds: [live.brand.id] } })
      assert.deepStrictEqual(yield* usage(key.json.secret), limited)
      assert.deepStrictEqual(yield* usage(test.key), { ...empty, membersCount: 2, ...storage(1234) })
      yield* asking("DELETE", `/v1/brands/${other.json.id}?confirm=true`)
      assert.deepStrictEqual(yield* usage(), { ...limited, ...storage(1234) })
    })
  )

  it.effect("is counted with index scans, however many tickets there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { live } = yield* Installation
      const [definition] = yield* sql<{ definition: string }>`
        SELECT pg_get_functiondef('account_usage'::regproc) AS definition`
      const body = /\$function\$([\s\S]*)\$function\$/.exec(definition?.definition ?? "")?.[1] ?? ""
      const statement = body
        .replaceAll("tenant_scope(tenant)", `tenant_scope('${live.tenant.id}')`)
        .replaceAll("o.id = tenant", `o.id = '${live.tenant.id}'`)
        .replaceAll("wanted", "null::uuid[]")
        .replaceAll(/t\.id >= month/g, "t.id >= '016f5e66-e800-7000-8000-000000000001'")
      // The tables are small, so sequential scans would be cheaper.
      const plan = yield* sql.withTransaction(
        Effect.andThen(
          sql`SET LOCAL enable_seqscan = off`,
          sql.unsafe<{ "QUERY PLAN": string }>(`EXPLAIN ${statement}`)
        )
      )
      const text = plan.map((line) => line["QUERY PLAN"]).join("\n")
      assert.match(text, /Index Only Scan using tickets_/)
      assert.match(text, /Index Only Scan using attachments_storage/)
    })
  )

  it.effect("belongs to an account whose name is changed in one place, and recorded in the live log", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { live, test } = yield* Installation
      for (const [key, name] of [
        [test.key, "By test key"],
        [live.key, "By live key"],
        [live.key, "By live key"]
      ] as const) {
        const renamed = yield* asking("PATCH", "/v1/accounts/me", { key, body: { name } })
        assert.strictEqual(renamed.json.name, name, renamed.text)
      }
      const lines = yield* sql<{ mode: string; changes: unknown }>`SELECT t.mode, a.changes FROM audit_log a
        JOIN tenants t ON t.id = a.tenant_id WHERE a.event = 'account.updated' ORDER BY a.id`
      assert.deepStrictEqual(
        lines.map(({ mode }) => mode),
        ["live", "live"]
      )
      assert.deepStrictEqual(lines[1]?.changes, { name: { old: "By test key", new: "By live key" } })
    })
  )
})
