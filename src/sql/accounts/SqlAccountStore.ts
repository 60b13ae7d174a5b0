import { type DateTime, Effect, Layer, Option } from "effect"
import { AccountStore } from "../../accounts/AccountStore.ts"
import type { Account } from "../../domain/Account.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { Mode, Tenant } from "../../domain/Tenant.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { type AccountRow, accountOf } from "../rows/accountRow.ts"
import { type BrandRow, brandOf } from "../rows/brandRow.ts"
import type { Moment } from "../rows/columns.ts"
import { transaction } from "../transaction.ts"
import { insertAccount } from "./insertAccount.ts"
import { insertKey } from "./SqlApiKeyStore.ts"
import { insertBrand } from "./SqlBrandStore.ts"

/** Key of the advisory lock that first starts queue for ("accnt" in ASCII). */
const lockKey = 0x61_63_63_6e_74
/** Milliseconds that a first start may take, including its files. */
const foundingLimit = 60_000

export const layer = Layer.effect(
  AccountStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    // Accounts and tenants are outside row-level security; each statement names its account.
    const { reads, system, writes } = database

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
      const [row] = yield* system<AccountRow & { email: string | null; deleted_at: Moment | null }>`SELECT a.*,
          (SELECT email FROM members m WHERE m.account_id = a.id AND m.role = 'owner' ORDER BY m.id LIMIT 1) AS email
        FROM accounts a ORDER BY a.id LIMIT 1`
      if (row === undefined) return Option.none()
      const account = accountOf(row)
      return Option.some({
        account,
        ownerEmail: row.email ?? "",
        isDeleted: row.deleted_at !== null,
        liveBrand: yield* brandsOf(yield* tenant(account.id, "live")),
        testBrand: yield* brandsOf(yield* tenant(account.id, "test"))
      })
    })

    return AccountStore.of({
      find: ({ accountId }) =>
        query(system<AccountRow>`SELECT * FROM accounts WHERE id = ${uuidOf(accountId)}`).pipe(Effect.flatMap(one)),

      rename: (of, causation, name) =>
        Effect.gen(function* () {
          const [row] =
            yield* writes<AccountRow>`SELECT * FROM accounts WHERE id = ${uuidOf(of.accountId)} FOR NO KEY UPDATE`
          if (row === undefined) return yield* Effect.die("a tenant without its account")
          if (row.name === name) return accountOf(row)
          yield* appendAudit(writes, of, causation, ids.next("log"), undefined, {
            event: "account.updated",
            entityType: "account",
            entityId: of.accountId,
            changes: { name: { old: row.name, new: name } }
          })
          return yield* Effect.flatMap(
            writes<AccountRow>`UPDATE accounts SET name = ${name}, updated_at = now()
              WHERE id = ${uuidOf(of.accountId)} RETURNING *`,
            one
          )
        }).pipe(transaction(database, of)),

      usage: ({ brands, tenant }, month) =>
        query(
          reads<UsageRow>`SELECT *, account_storage(${tenant.id}) AS account_storage_bytes FROM account_usage(${tenant.id},
            ${brands === "all" ? null : [...brands].map(uuidOf)}::uuid[], ${leastIdAt(month)}::uuid)`
        ).pipe(
          Effect.flatMap(([row]) =>
            row === undefined
              ? Effect.die("no usage")
              : Effect.succeed({
                  ticketsThisMonth: row.tickets_this_month,
                  ticketsTotal: row.tickets_total,
                  brandsCount: row.brands_count,
                  membersCount: row.members_count,
                  storageBytes: row.storage_bytes,
                  accountStorageBytes: row.account_storage_bytes
                })
          )
        ),

      tenant,

      operates: (accountId) =>
        query(system<{ operates: boolean }>`SELECT operates FROM accounts WHERE id = ${uuidOf(accountId)}`).pipe(
          Effect.map(([row]) => row?.operates ?? false)
        ),

      first: query(first),

      found: (foundation, beforeCommit) =>
        query(
          Effect.gen(function* () {
            yield* system`SELECT pg_advisory_xact_lock(${lockKey})`
            if ((yield* system`SELECT 1 FROM accounts LIMIT 1`).length > 0) return false
            yield* insertAccount(system, foundation, foundation.ownerEmail)
            yield* system`UPDATE accounts SET operates = true WHERE id = ${uuidOf(foundation.account.id)}`
            for (const { brand, key, keyHash, tenant } of foundation.modes) {
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

interface UsageRow {
  readonly tickets_this_month: number
  readonly tickets_total: number
  readonly brands_count: number
  readonly members_count: number
  readonly storage_bytes: number
  readonly account_storage_bytes: number
}

/** The smallest UUIDv7 of a moment: its first 48 bits are the milliseconds since 1970 (RFC 9562, 5.7). */
const leastIdAt = (moment: DateTime.Utc) => moment.epochMilliseconds.toString(16).padStart(12, "0").padEnd(32, "0")

const one = ([row]: ReadonlyArray<AccountRow>) =>
  row === undefined ? Effect.die("a tenant without its account") : Effect.succeed(accountOf(row))
