import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { purgeTickets } from "../commit/purgeTickets.ts"

/** Rows that one piece removes, at most. A ticket takes its comments and files with it, so tickets count for more. */
export const piece = { tickets: 100, rows: 1_000 }

/**
 * Removes a piece of a brand's data, in an order that works, and finally the brand, in the current transaction of the `system`
 * pool; returns how much it removed. Audit log entries about the brand itself stay.
 */
export const emptyBrand = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, tenantId: string, brandId: string) {
  const tickets = yield* sql<{ id: string }>`SELECT id FROM tickets
    WHERE tenant_id = ${tenantId} AND brand_id = ${brandId} ORDER BY number LIMIT ${piece.tickets} FOR NO KEY UPDATE`
  if (tickets.length > 0) {
    const gone = tickets.map(({ id }) => id)
    for (const { parameters, sql: text } of purgeTickets(tenantId, gone)) yield* sql.unsafe(text, parameters)
    return gone.length
  }
  const customers = yield* sql<{ id: string }>`SELECT id FROM customers
    WHERE tenant_id = ${tenantId} AND brand_id = ${brandId} LIMIT ${piece.rows} FOR UPDATE`
  if (customers.length > 0) {
    const gone = customers.map(({ id }) => id)
    yield* sql`SELECT purge_traces(${tenantId}, ${gone}::uuid[])`
    yield* sql`DELETE FROM customers WHERE tenant_id = ${tenantId} AND id = ANY(${gone}::uuid[])`
    return gone.length
  }
  for (const [table, rows] of Object.entries(remains)) {
    const [removed] = yield* sql.unsafe<{ count: number }>(
      `with gone as (delete from ${table} where ${rows} returning 1) select count(*)::int as count from gone`,
      [tenantId, brandId]
    )
    if (removed !== undefined && removed.count > 0) return removed.count
  }
  yield* sql`DELETE FROM brands WHERE tenant_id = ${tenantId} AND id = ${brandId}`
  return 1
})

const ofBrand = (table: string, condition = "") => `tenant_id = $1 and id in (select id from ${table}
  where tenant_id = $1 and brand_id = $2 ${condition} limit ${piece.rows})`

/** What is removed neither with tickets and customers nor with the brand: a piece of it, by table. */
const remains: Record<string, string> = {
  inbound_messages: ofBrand("inbound_messages"),
  outgoing_mail: ofBrand("outgoing_mail"),
  // Files of tickets were removed with them.
  attachments: ofBrand("attachments", "and ticket_id is null"),
  // Entries about the brand itself stay in the account's log.
  audit_log: ofBrand("audit_log", "and entity_type <> 'brand'"),
  deliveries: `(webhook_id, event_id) in (select d.webhook_id, d.event_id from webhooks w join deliveries d on d.webhook_id = w.id
    where w.tenant_id = $1 and w.brand_id = $2 limit ${piece.rows})`,
  attempts: `id = any(array(select a.id from webhooks w join attempts a on a.webhook_id = w.id and a.final is not null
    where w.tenant_id = $1 and w.brand_id = $2 limit ${piece.rows}))`
}
