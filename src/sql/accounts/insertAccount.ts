import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { NewAccount } from "../../accounts/AccountStore.ts"
import { uuidOf } from "../../domain/Ids.ts"

/** Stores an account, its two tenants and its owner, in the current transaction of the `system` pool. */
export const insertAccount = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account, ownerId, tenants }: NewAccount,
  ownerEmail: string
) {
  const id = uuidOf(account.id)
  yield* sql`INSERT INTO accounts ${sql.insert({
    id,
    name: account.name,
    created_at: DateTime.toDateUtc(account.createdAt),
    updated_at: DateTime.toDateUtc(account.updatedAt)
  })}`
  yield* sql`INSERT INTO members ${sql.insert({
    id: uuidOf(ownerId),
    account_id: id,
    email: ownerEmail,
    role: "owner",
    status: "active"
  })}`
  for (const tenant of [tenants.live, tenants.test]) {
    yield* sql`INSERT INTO tenants ${sql.insert({ id: tenant.id, account_id: id, mode: tenant.mode })}`
  }
})
