import type { Statement } from "../commit/moveContents.ts"

/** The customer whose traces as a watcher are removed. */
interface Erased {
  readonly tenant_id: string
  readonly brand_id: string
  readonly id: string
}

/** The key of a watcher, in a line `l` of the audit log. */
const audited = "coalesce(l.changes #>> '{watcher,new}', l.changes #>> '{watcher,old}')"
const erasedAt = "(select erased_at from customers where tenant_id = $1 and id = $2)"

/** Watchers who are no member have their address in their key. */
const keysOf = (addresses: ReadonlyArray<string>) => addresses.map((address) => `custom_${address}`)

/**
 * Some tickets of the brand that these addresses watched when their customer was erased, or had watched before. Whoever began
 * to watch later is somebody new.
 */
export const watchedTickets = (
  { brand_id, id, tenant_id }: Erased,
  addresses: ReadonlyArray<string>,
  limit: number
): Statement => ({
  sql: `select ticket_id as id from (
      select w.ticket_id from watchers w join tickets t on t.tenant_id = w.tenant_id and t.id = w.ticket_id
        where w.tenant_id = $1 and w.member_id = any($4::text[]) and w.added_at <= ${erasedAt} and t.brand_id = $3
      union select l.ticket_id from audit_log l
        where l.tenant_id = $1 and ${audited} = any($4::text[]) and l.created_at <= ${erasedAt} and l.brand_id = $3) q
    limit $5`,
  parameters: [tenant_id, id, brand_id, keysOf(addresses), limit]
})

/** Ends watching by these addresses on tickets, and removes what was sent to them as watchers and what the audit log says of it. */
export const eraseWatching = (
  { id, tenant_id }: Erased,
  tickets: ReadonlyArray<string>,
  addresses: ReadonlyArray<string>
): ReadonlyArray<Statement> => {
  const statement = (sql: string, ...parameters: ReadonlyArray<unknown>) => ({
    sql,
    parameters: [tenant_id, tickets, ...parameters]
  })
  const keys = keysOf(addresses)
  return [
    // In the order in which commands lock tickets.
    statement("select from tickets where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update"),
    statement(
      `delete from watchers where tenant_id = $1 and ticket_id = any($2::uuid[]) and member_id = any($3::text[])
        and added_at <= (select erased_at from customers where tenant_id = $1 and id = $4)`,
      keys,
      id
    ),
    statement(
      "delete from outgoing_mail where tenant_id = $1 and ticket_id = any($2::uuid[]) and kind = 'notice' and recipient = any($3::text[])",
      addresses
    ),
    statement(
      `update audit_log l set changes = null where l.tenant_id = $1 and l.ticket_id = any($2::uuid[]) and ${audited} = any($3::text[])`,
      keys
    )
  ]
}
