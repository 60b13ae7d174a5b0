import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { Database } from "../../src/sql/Database.ts"
import { query } from "../../src/sql/query.ts"
import { StatementFailed, sqlState } from "../../src/sql/StatementFailed.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const acme = "01890000-0000-7000-8000-000000000001"
const umbrella = "01890000-0000-7000-8000-000000000002"

/** A tenant table as a migration creates it, with two notes of each tenant. */
const notes = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`CREATE TABLE notes (tenant_id uuid NOT NULL, id int NOT NULL, text text, PRIMARY KEY (tenant_id, id))`
  yield* system`SELECT trunkline_enable_rls('notes')`
  yield* system`INSERT INTO notes SELECT t, i, 'note ' || i FROM unnest(ARRAY[${acme}, ${umbrella}]::uuid[]) t, generate_series(1, 2) i`
})

const scopedRead = (sql: SqlClient.SqlClient, tenant: string) =>
  sql<{ tenant_id: string }>`SELECT n.* FROM tenant_scope(${tenant}) s,
    LATERAL (SELECT * FROM notes WHERE notes.tenant_id = s.tenant_id ORDER BY id LIMIT 10 OFFSET 0) n`

const refused = (effect: Effect.Effect<unknown, unknown>) =>
  query(effect).pipe(
    Effect.catchDefect((defect) =>
      Effect.succeed(defect instanceof StatementFailed ? defect.sqlState : `another defect: ${defect}`)
    )
  )

layer(TestDatabase.layer)("Row-level security", (it) => {
  it.effect("is tested with two tenants with two notes each", () => notes)

  it.effect("shows a statement only its tenant's rows, on both pools", () =>
    Effect.gen(function* () {
      const { reads, writes } = yield* Database
      for (const sql of [reads, writes]) {
        assert.deepStrictEqual(
          (yield* scopedRead(sql, acme)).map((row) => row.tenant_id),
          [acme, acme]
        )
        assert.deepStrictEqual(
          (yield* scopedRead(sql, umbrella)).map((row) => row.tenant_id),
          [umbrella, umbrella]
        )
      }
    })
  )

  it.effect(
    "shows nothing to a statement that names no tenant, even right after one that did on the same connection",
    () =>
      Effect.gen(function* () {
        const { writes } = yield* Database
        yield* Effect.scoped(
          Effect.gen(function* () {
            const connection = yield* writes.reserve
            const read = (text: string) => connection.execute(text, [], undefined)
            assert.strictEqual((yield* read("SELECT * FROM notes")).length, 0)
            const scoped = yield* read(
              `SELECT n.* FROM tenant_scope('${acme}') s, LATERAL (SELECT * FROM notes OFFSET 0) n`
            )
            assert.strictEqual(scoped.length, 2)
            assert.strictEqual((yield* read("SELECT * FROM notes")).length, 0)
            assert.strictEqual((yield* read(`SELECT * FROM notes WHERE tenant_id = '${acme}'`)).length, 0)
          })
        )
      })
  )

  it.effect("never lets one statement's tenant affect another on the same connection", () =>
    Effect.gen(function* () {
      const { reads } = yield* Database
      yield* Effect.forEach(
        Array.from({ length: 600 }, (_, index) => index),
        (index) =>
          Effect.gen(function* () {
            const tenant = index % 2 === 0 ? acme : umbrella
            if (index % 3 === 0) assert.strictEqual((yield* reads`SELECT * FROM notes`).length, 0)
            // An error ends only its own statement; others in the same write continue.
            if (index % 50 === 0) yield* Effect.flip(reads`SELECT tenant_scope('no uuid'::text::uuid)`)
            assert.deepStrictEqual(
              (yield* scopedRead(reads, tenant)).map((row) => row.tenant_id),
              [tenant, tenant]
            )
          }),
        { concurrency: "unbounded", discard: true }
      )
    })
  )

  it.effect("sets the scope before the rows are searched, whatever plan is cheapest", () =>
    Effect.gen(function* () {
      const { writes } = yield* Database
      for (const setting of ["enable_nestloop", "enable_indexscan", "enable_bitmapscan", "enable_seqscan"]) {
        const [plan] = yield* writes.withTransaction(
          Effect.gen(function* () {
            yield* writes`SELECT set_config(${setting}, 'off', true)`
            return yield* writes<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>`EXPLAIN (FORMAT json)
              SELECT n.* FROM tenant_scope('01890000-0000-7000-8000-000000000001') s,
              LATERAL (SELECT * FROM notes WHERE notes.tenant_id = s.tenant_id OFFSET 0) n`
          })
        )
        const root = plan?.["QUERY PLAN"][0]?.Plan
        assert.strictEqual(root?.["Node Type"], "Nested Loop", setting)
        assert.strictEqual(root?.Plans?.[0]?.["Function Name"], "tenant_scope", setting)
        assert.strictEqual(root?.Plans?.[0]?.["Parent Relationship"], "Outer", setting)
      }
    })
  )

  it.effect("refuses to write a row of another tenant, or without one", () =>
    Effect.gen(function* () {
      const { writes } = yield* Database
      const insertOther = writes`INSERT INTO notes SELECT ${umbrella}::uuid, 3, 'stolen' FROM tenant_scope(${acme}) s`
      const insertBare = writes`INSERT INTO notes VALUES (${acme}, 3, 'lost')`
      assert.strictEqual(yield* refused(insertOther), "42501")
      assert.strictEqual(yield* refused(insertBare), "42501")
      const moved = writes`UPDATE notes SET tenant_id = ${umbrella} FROM tenant_scope(${acme}) s WHERE notes.tenant_id = s.tenant_id`
      assert.strictEqual(yield* refused(moved), "42501")
      const inserted =
        yield* writes`INSERT INTO notes SELECT s.tenant_id, 3, 'own' FROM tenant_scope(${acme}) s RETURNING id`
      assert.strictEqual(inserted.length, 1)
    })
  )

  it.effect("uses a role that neither owns tables nor is a superuser, and reads cannot write", () =>
    Effect.gen(function* () {
      const { reads, writes } = yield* Database
      for (const sql of [reads, writes]) {
        const [who] = yield* sql`SELECT rolname, rolsuper, rolbypassrls,
          EXISTS (SELECT FROM pg_class WHERE relowner = pg_roles.oid) AS owns FROM pg_roles WHERE rolname = current_user`
        assert.deepStrictEqual(who, { rolname: "trunkline_app", rolsuper: false, rolbypassrls: false, owns: false })
      }
      assert.strictEqual(sqlState(yield* Effect.flip(reads`DELETE FROM notes`)), "25006")
    })
  )

  it.effect("shows every tenant to the system pool", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const [count] = yield* system`SELECT count(DISTINCT tenant_id) AS tenants FROM notes`
      assert.deepStrictEqual(count, { tenants: 2 })
    })
  )
})

interface PlanNode {
  readonly "Node Type": string
  readonly "Parent Relationship"?: string
  readonly "Function Name"?: string
  readonly Plans?: ReadonlyArray<PlanNode>
}
