import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

interface Table {
  readonly name: string
  readonly guarded: boolean
  readonly forced: boolean
  readonly policies: ReadonlyArray<string>
}

/** Tables that hold an account's rows beside others', and which are asked by who crosses accounts alone. */
const acrossAccounts = ["tenants"]

layer(TestDatabase.layer)("Every table", (it) => {
  it.effect("that carries a tenant or an account has row-level security, also for its owner, and its policies", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      // Partitions are reached through their parent, whose policies hold.
      const tables = yield* system<Table>`
        SELECT c.relname AS name, c.relrowsecurity AS guarded, c.relforcerowsecurity AS forced,
          ARRAY(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = c.oid ORDER BY 1) AS policies
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped
            AND a.attname IN ('tenant_id', 'account_id'))
        ORDER BY 1`
      assert.isAbove(tables.length, 20)
      for (const { forced, guarded, name, policies } of tables) {
        if (acrossAccounts.includes(name)) continue
        assert.deepStrictEqual({ name, guarded, forced }, { name, guarded: true, forced: true })
        assert.isAtLeast(policies.length, 1, name)
      }
    })
  )

  it.effect("that carries a tenant shows the role of requests nothing without one, nor what others have", () =>
    Effect.gen(function* () {
      const { system, writes } = yield* Database
      const tables = yield* system<{ name: string }>`
        SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`
      for (const { name } of tables) {
        const [policy] = yield* system<{ expression: string }>`
          SELECT pg_get_expr(p.polqual, p.polrelid) AS expression FROM pg_policy p
          WHERE p.polrelid = ${name}::regclass AND p.polname = 'tenant'`
        assert.match(
          policy?.expression ?? "",
          /tenant_id = \( SELECT \(?NULLIF\(current_setting\('trunkline\.tenant'/,
          name
        )
        const [row] = yield* writes<{ count: number }>`SELECT count(*)::int AS count FROM ${writes(name)}`
        assert.strictEqual(row?.count, 0, name)
      }
    })
  )

  it.effect("that holds what is due at once has it due from the moment on that it is put there", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const columns = yield* system<{ name: string; moment: string; type: string }>`
        SELECT c.relname || '.' || a.attname AS name, pg_get_expr(d.adbin, d.adrelid) AS moment, format_type(a.atttypid, a.atttypmod) AS type
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE c.relnamespace = current_schema()::regnamespace AND a.attname IN ('due_at', 'scan_at')`
      assert.isAtLeast(columns.length, 5)
      // What is rounded up is ahead half of the time.
      for (const { moment, name, type } of columns)
        for (let time = 0; time < 20; time++) {
          const [row] = yield* system.unsafe<{ due: boolean }>(`SELECT (${moment})::${type} <= now() AS due`)
          assert.deepStrictEqual(row, { due: true }, name)
        }
    })
  )
})
