import type { SqlClient, Statement } from "effect/sql"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/**
 * Locks tickets of a brand for the rest of the transaction, in the order of their ids, as commands do. Must run before anything
 * that a command locks while it holds tickets, to avoid deadlocks.
 */
export const holdTickets = (sql: SqlClient.SqlClient, { brandId, tenant }: BrandScope, which: Statement.Fragment) =>
  sql`SELECT FROM tickets WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND ${which}
    ORDER BY id FOR NO KEY UPDATE`
