import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { Tenant } from "../../../src/domain/Tenant.ts"
import { Database } from "../../../src/sql/Database.ts"
import { transaction } from "../../../src/sql/transaction.ts"
import { AccountServices } from "../../support/Installation.ts"
import { seedAccount } from "../../support/seedAccount.ts"
import { seedMember } from "../../support/signInServices.ts"

/** What the role of requests sees of the account tables while it works for a tenant. */
const seenBy = (tenant: Pick<Tenant, "id">) =>
  Effect.gen(function* () {
    const database = yield* Database
    const { writes } = database
    return yield* transaction(
      database,
      tenant
    )(
      Effect.all({
        accounts: Effect.map(writes<{ id: string }>`SELECT id FROM accounts`, (rows) => rows.map(({ id }) => id)),
        members: Effect.map(writes<{ account_id: string }>`SELECT account_id FROM members`, (rows) =>
          rows.map((row) => row.account_id)
        ),
        links: Effect.map(writes<{ account_id: string }>`SELECT account_id FROM magic_links`, (rows) =>
          rows.map((row) => row.account_id)
        )
      })
    )
  })

layer(AccountServices)("Data of an account", (it) => {
  it.effect("is visible only to statements of its own tenants", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const [acme, umbrella] = [yield* seedAccount, yield* seedAccount]
      for (const { accountId } of [acme, umbrella]) {
        const member = yield* seedMember(accountId, "ada@team.example", "owner")
        yield* system`INSERT INTO magic_links (email, hash, account_id, member_id, expires_at)
          VALUES ('ada@team.example', ${Buffer.from(accountId)}, ${uuidOf(accountId)}, ${uuidOf(member)}, now())`
      }
      yield* system`INSERT INTO magic_links (email, hash, expires_at) VALUES ('ada@team.example', ${Buffer.from("x")}, now())`
      for (const { accountId, id } of [acme, umbrella]) {
        const own = [uuidOf(accountId)]
        assert.deepStrictEqual(yield* seenBy({ id }), { accounts: own, members: own, links: own })
      }
      const nothing = { accounts: [], members: [], links: [] }
      assert.deepStrictEqual(yield* seenBy({ id: crypto.randomUUID() }), nothing)
    })
  )

  it.effect("cannot be written by those of another: no row is changed or added", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const { writes } = database
      const [acme, umbrella] = [yield* seedAccount, yield* seedAccount]
      const victim = yield* seedMember(umbrella.accountId, "bob@team.example", "agent")
      const changed = yield* transaction(
        database,
        acme
      )(writes`UPDATE members SET role = 'owner' WHERE id = ${uuidOf(victim)} RETURNING 1`)
      assert.lengthOf(changed, 0)
      const added = yield* transaction(
        database,
        acme
      )(writes`INSERT INTO members (id, account_id, email, role, status)
          VALUES (gen_random_uuid(), ${uuidOf(umbrella.accountId)}, 'mallory@else.example', 'owner', 'active')`).pipe(
        Effect.exit
      )
      assert.strictEqual(added._tag, "Failure")
    })
  )

  it.effect("is guarded in every table, except the one that tells tenants apart", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      // A partition is reached through its table, whose policies apply.
      const bare = yield* system<{ name: string }>`SELECT DISTINCT c.relname AS name FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('tenant_id', 'account_id') AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT (c.relrowsecurity AND c.relforcerowsecurity) ORDER BY 1`
      assert.deepStrictEqual(
        bare.map(({ name }) => name),
        ["tenants"]
      )
    })
  )
})
