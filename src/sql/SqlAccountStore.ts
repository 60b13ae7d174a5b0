import { DateTime, Effect, Layer, Option } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { Account } from "../domain/Account.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { uuidOf } from "../domain/Ids.ts"
import type { Mode, Tenant } from "../domain/Tenant.ts"
import { appendAudit } from "./appendAudit.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { type AccountRow, accountOf } from "./rows/accountRow.ts"
import { type BrandRow, brandOf } from "./rows/brandRow.ts"
import { insertKey } from "./SqlApiKeyStore.ts"
import { insertBrand } from "./SqlBrandStore.ts"
import { transaction } from "./transaction.ts"

/** Key of the advisory lock that first starts queue for ("accnt" in ASCII). */
const lockKey = 0x61_63_63_6e_74
/** Milliseconds that a first start may take, its files included. */
const foundingLimit = 60_000

export const layer = Layer.effect(
  AccountStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    // Accounts and tenants stand above row-level security; each statement names its account.
    const { system, writes } = database

    const tenant = (accountId: Account["id"], mode: Mode) =>
      query(
        system<{ id: string }>`SELECT id FROM tenants WHERE account_id = ${uuidOf(accountId)} AND mode = ${mode}`
      ).pipe(
        Effect.flatMap(([row]) =>
          row === undefined
            ? Effect.die("an account without this tenant")
            : Effect.succeed({ id: row.id, accountId, mode })
        )
      )

    const brandsOf = (of: Tenant) =>
      system<BrandRow>`SELECT * FROM brands WHERE tenant_id = ${of.id} AND deleted_at IS NULL ORDER BY id LIMIT 1`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : brandOf(of, row)))
      )

    const first = Effect.gen(function* () {
      const [row] = yield* system<AccountRow & { email: string | null }>`SELECT a.*,
          (SELECT email FROM members m WHERE m.account_id = a.id AND m.role = 'owner' ORDER BY m.id LIMIT 1) AS email
        FROM accounts a ORDER BY a.id LIMIT 1`
      if (row === undefined) return Option.none()
      const account = accountOf(row)
      return Option.some({
        account,
        ownerEmail: row.email ?? "",
        liveBrand: yield* brandsOf(yield* tenant(account.id, "live")),
        testBrand: yield* brandsOf(yield* tenant(account.id, "test"))
      })
    })

    return AccountStore.of({
      find: ({ accountId }) =>
        query(system<AccountRow>`SELECT * FROM accounts WHERE id = ${uuidOf(accountId)}`).pipe(Effect.flatMap(one)),

      rename: (of, causation, name) =>
        Effect.gen(function* () {
          const rows = yield* writes<AccountRow>`UPDATE accounts SET name = ${name},
              updated_at = CASE WHEN name = ${name} THEN updated_at ELSE now() END
            WHERE id = ${uuidOf(of.accountId)} RETURNING *`
          yield* appendAudit(writes, of, causation, ids.next("log"), undefined, {
            event: "account.updated",
            entityType: "account",
            entityId: of.accountId
          })
          return yield* one(rows)
        }).pipe(transaction(database, of)),

      tenant,
      first: query(first),

      found: (foundation, beforeCommit) =>
        query(
          Effect.gen(function* () {
            yield* system`SELECT pg_advisory_xact_lock(${lockKey})`
            if ((yield* system`SELECT 1 FROM accounts LIMIT 1`).length > 0) return false
            const { account, modes, owner } = foundation
            yield* system`INSERT INTO accounts ${system.insert({
              id: uuidOf(account.id),
              name: account.name,
              created_at: DateTime.toDateUtc(account.createdAt),
              updated_at: DateTime.toDateUtc(account.updatedAt)
            })}`
            yield* system`INSERT INTO members ${system.insert({
              id: uuidOf(owner.id),
              account_id: uuidOf(account.id),
              email: owner.email,
              role: "owner",
              status: "active"
            })}`
            for (const { brand, key, keyHash, tenant } of modes) {
              yield* system`INSERT INTO tenants ${system.insert({
                id: tenant.id,
                account_id: uuidOf(account.id),
                mode: tenant.mode
              })}`
              yield* insertBrand(system, tenant, brand)
              yield* insertKey(system, tenant, key, keyHash)
            }
            yield* beforeCommit
            return true
          }).pipe(system.withTransaction),
          foundingLimit
        )
    })
  })
)

const one = ([row]: ReadonlyArray<AccountRow>) =>
  row === undefined ? Effect.die("a tenant without its account") : Effect.succeed(accountOf(row))
