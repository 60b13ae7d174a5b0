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

/** Tables with the rows of all accounts, which only code that crosses accounts queries. */
const acrossAccounts = ["tenants"]

/** Columns whose values belong to one tenant, whatever other columns a key has. */
const ofOneTenant = ["tenant_id", "account_id", "brand_id", "connection_id", "webhook_id", "member_id", "ticket_id"]
/** Values that no one can guess, or that this server generates: finding one taken reveals nothing about others. */
const madeUp = ["id", "hash", "state_hash", "token", "bounce_token", "message_id", "dedupe_key", "key"]
/** Values that are unique in the whole installation, because they are unique in the outside world. */
const onceForAll = [
  "addresses local_part domain",
  "channel_connections provider external_id",
  "email_domains domain type",
  "magic_links email",
  "portal_domains domain"
]
/**
 * References without a tenant between tenant tables: the key of a conversation starts with its connection, which belongs to one
 * tenant.
 */
const byConnection = ["conversation_tickets_connection_id_key_fkey"]

layer(TestDatabase.layer)("Every table", (it) => {
  it.effect("is unique by values of its tenant, or by values that no one can guess", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const keys = yield* system<{ table: string; columns: ReadonlyArray<string> }>`
        SELECT t.relname AS table, ARRAY(SELECT a.attname::text FROM unnest(x.indkey) k
          JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k) AS columns
        FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
        WHERE x.indisunique AND t.relnamespace = current_schema()::regnamespace AND NOT t.relispartition
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND NOT a.attisdropped
            AND a.attname IN ('tenant_id', 'account_id'))`
      assert.isAbove(keys.length, 50)
      const others = keys.filter(
        ({ columns }) =>
          !columns.some((column) => ofOneTenant.includes(column)) && !columns.every((column) => madeUp.includes(column))
      )
      assert.sameMembers(
        others.map(({ columns, table }) => [table, ...columns].join(" ")),
        onceForAll
      )
    })
  )

  it.effect("refers only to rows of its own tenant", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const loose = yield* system<{ name: string }>`
        SELECT c.conname AS name FROM pg_constraint c
        JOIN pg_attribute own ON own.attrelid = c.conrelid AND own.attname = 'tenant_id'
        JOIN pg_attribute theirs ON theirs.attrelid = c.confrelid AND theirs.attname = 'tenant_id'
        WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = current_schema()::regnamespace
          AND NOT (own.attnum = ANY(c.conkey) AND theirs.attnum = ANY(c.confkey))`
      assert.sameMembers(
        loose.map(({ name }) => name),
        byConnection
      )
    })
  )

  it.effect("is accessed with elevated rights only by functions that fix their search_path", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const functions = yield* system<{ name: string; fixed: boolean }>`
        SELECT proname AS name, coalesce(proconfig::text LIKE '%search_path=%', false) AS fixed FROM pg_proc
        WHERE prosecdef AND pronamespace = current_schema()::regnamespace`
      assert.isAbove(functions.length, 10)
      assert.deepStrictEqual(
        functions.filter(({ fixed }) => !fixed),
        []
      )
    })
  )

  it.effect("with a tenant or an account has row-level security, also for its owner, and its policies", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      // Partitions are reached through their parent, whose policies apply.
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

  it.effect("with a tenant shows the role of requests nothing without one, nor what others have", () =>
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

  it.effect("with due work has new rows due from the moment they are inserted", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const columns = yield* system<{ name: string; moment: string; type: string }>`
        SELECT c.relname || '.' || a.attname AS name, pg_get_expr(d.adbin, d.adrelid) AS moment, format_type(a.atttypid, a.atttypmod) AS type
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE c.relnamespace = current_schema()::regnamespace AND a.attname IN ('due_at', 'scan_at')`
      assert.isAtLeast(columns.length, 5)
      // A rounded-up time is in the future half of the time.
      for (const { moment, name, type } of columns)
        for (let time = 0; time < 20; time++) {
          const [row] = yield* system.unsafe<{ due: boolean }>(`SELECT (${moment})::${type} <= now() AS due`)
          assert.deepStrictEqual(row, { due: true }, name)
        }
    })
  )
})
