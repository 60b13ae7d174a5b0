import type { Statement } from "./moveContents.ts"

/**
 * Permanently removes tickets with everything of theirs, including mail waiting to be sent. Their files go too, and the bytes
 * follow (`blob_removals`). What stays: of received messages, what identifies a second delivery; of past events, their ids; of
 * the audit log, what was done, by whom and when.
 */
export const purgeTickets = (tenantId: string, tickets: ReadonlyArray<string>): ReadonlyArray<Statement> => {
  const parameters = [tenantId, tickets]
  return [
    `update inbound_messages set external_id = '', sender = '', recipients = '{}', subject = null, envelope = null, steps = '[]',
      error = null, blob_key = null, quoted_text = null, html = null where tenant_id = $1 and ticket_id = any($2::uuid[])`,
    // A conversation that was about other tickets before is about the latest of those again.
    `update channel_conversations v set ticket_id = x.ticket_id from (
      select distinct on (c.connection_id, c.key) c.connection_id, c.key, c.ticket_id
      from channel_conversations o join conversation_tickets c on c.connection_id = o.connection_id and c.key = o.key
      where o.tenant_id = $1 and o.ticket_id = any($2::uuid[]) and c.ticket_id <> all($2::uuid[])
      order by c.connection_id, c.key, c.ticket_id desc) x
      where v.connection_id = x.connection_id and v.key = x.key`,
    "delete from outgoing_mail where tenant_id = $1 and ticket_id = any($2::uuid[])",
    // After the mail: noting such an address locks its mail.
    "update reply_addresses set ticket_id = null, participant = null where tenant_id = $1 and ticket_id = any($2::uuid[])",
    "select purge_traces($1, $2::uuid[])",
    "delete from tickets where tenant_id = $1 and id = any($2::uuid[])"
  ].map((sql) => ({ sql, parameters }))
}
