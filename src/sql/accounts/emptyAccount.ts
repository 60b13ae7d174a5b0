import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { emptyBrand, piece } from "./emptyBrand.ts"

/**
 * The tables of a tenant beyond its brands. Bytes of files are listed in `blob_removals`, and are removed whatever became of
 * their tenant.
 */
const tables = ["audit_log", "receipts", "api_requests", "tally_changes", "tallies"]

/**
 * Removes a piece of an account's data, in an order that works: its brands, the rest of its tenants' data, and finally the
 * account with its members and keys. Runs in the current transaction of the `system` pool; returns how much it removed.
 */
export const emptyAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: string) {
  const [brand] = yield* sql<{ tenant_id: string; id: string }>`SELECT b.tenant_id, b.id
    FROM tenants t JOIN brands b ON b.tenant_id = t.id WHERE t.account_id = ${accountId} ORDER BY b.id LIMIT 1`
  if (brand !== undefined) return yield* emptyBrand(sql, brand.tenant_id, brand.id)
  const tenants = yield* sql<{ id: string }>`SELECT id FROM tenants WHERE account_id = ${accountId}`
  for (const { id } of tenants) {
    const events = yield* forgetEvents(sql, id)
    if (events > 0) return events
    for (const table of tables) {
      // By `ctid`: not all of these have an id, and each has an index that begins with the tenant.
      const [removed] = yield* sql.unsafe<{ count: number }>(
        `with gone as (delete from ${table} where ctid = any(array(
          select ctid from ${table} where tenant_id = $1 limit ${piece.rows})) returning 1)
        select count(*)::int as count from gone`,
        [id]
      )
      if (removed !== undefined && removed.count > 0) return removed.count
    }
  }
  yield* sql`DELETE FROM accounts WHERE id = ${accountId}`
  return 1
})

/** A piece of the event feed, with what was sent of it. */
const forgetEvents = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, tenantId: string) {
  const events = yield* sql<{ id: string }>`SELECT id FROM events WHERE tenant_id = ${tenantId} LIMIT ${piece.rows}`
  const gone = events.map(({ id }) => id)
  if (gone.length > 0) {
    yield* sql`DELETE FROM attempts WHERE event_id = ANY(${gone}::uuid[])`
    yield* sql`DELETE FROM events WHERE id = ANY(${gone}::uuid[])`
  }
  return gone.length
})
