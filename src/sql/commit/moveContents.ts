import { type TicketId, uuidOf } from "../../domain/Ids.ts"

export interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/**
 * Gives what belongs to the tickets `from` to the ticket `to`, one statement for each kind of record, whatever their
 * number. Comments and files keep their ids and dates; of those who watched several of the tickets one line stays.
 */
export const moveContents = (
  tenantId: string,
  { from, to }: { readonly from: ReadonlyArray<TicketId>; readonly to: TicketId }
): ReadonlyArray<Statement> => {
  const parameters = [tenantId, uuidOf(to), from.map(uuidOf)]
  const move = (table: string): Statement => ({
    sql: `update ${table} set ticket_id = $2 where tenant_id = $1 and ticket_id = any($3::uuid[])`,
    parameters
  })
  return [
    ...["comments", "attachments", "message_ids", "inbound_messages", "outgoing_mail", "channel_conversations"].map(
      move
    ),
    {
      sql: `with moved as (delete from conversation_tickets where tenant_id = $1 and ticket_id = any($3::uuid[])
          returning tenant_id, connection_id, key)
        insert into conversation_tickets (tenant_id, connection_id, key, ticket_id)
        select distinct tenant_id, connection_id, key, $2::uuid from moved on conflict do nothing`,
      parameters
    },
    {
      sql: `with ranked as (
          select ticket_id, member_id, row_number() over (partition by member_id order by (ticket_id = $2) desc, added_at, id) as place
          from watchers where tenant_id = $1 and (ticket_id = $2 or ticket_id = any($3::uuid[])))
        , moved as (update watchers w set ticket_id = $2 from ranked r
          where w.tenant_id = $1 and w.ticket_id = r.ticket_id and w.member_id = r.member_id and r.place = 1 and r.ticket_id <> $2)
        delete from watchers w using ranked r
          where w.tenant_id = $1 and w.ticket_id = r.ticket_id and w.member_id = r.member_id and r.place > 1`,
      parameters
    }
  ]
}
