import { type CommentId, type TicketId, uuidOf } from "../../domain/Ids.ts"

export interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/**
 * Tickets whose contents move to another. `opening` is the comment there that each ticket's first message became; `customer` is
 * the name of its customer.
 */
export interface Move {
  readonly from: ReadonlyArray<{
    readonly id: TicketId
    readonly opening: CommentId
    readonly customer: string | undefined
  }>
  readonly to: TicketId
}

/**
 * Moves what belongs to the tickets `from` to the ticket `to`, with one statement per kind of record, however many there are.
 * Comments and files keep their ids and dates; whoever watched several of the tickets keeps one row. A customer's comments
 * without a name get that customer's, since they are now in somebody else's ticket. Files without a comment, and the message
 * that opened a ticket, go to the comment that it became.
 */
export const moveContents = (tenantId: string, { from, to }: Move): ReadonlyArray<Statement> => {
  const parameters = [tenantId, uuidOf(to), from.map(({ id }) => uuidOf(id))]
  const move = (table: string): Statement => ({
    sql: `update ${table} set ticket_id = $2 where tenant_id = $1 and ticket_id = any($3::uuid[])`,
    parameters
  })
  const moveOpened = (table: string, opened = "true"): Statement => ({
    sql: `update ${table} m set ticket_id = $2, comment_id = coalesce(m.comment_id, case when ${opened} then o.comment_id end)
      from unnest($3::uuid[], $4::uuid[]) o(ticket_id, comment_id) where m.tenant_id = $1 and m.ticket_id = o.ticket_id`,
    parameters: [...parameters, from.map(({ opening }) => uuidOf(opening))]
  })
  return [
    {
      sql: `update comments c set ticket_id = $2, author_name = case when c.author_type = 'CUSTOMER' then coalesce(c.author_name, nullif(o.customer, '')) else c.author_name end
        from unnest($3::uuid[], $4::text[]) o(ticket_id, customer) where c.tenant_id = $1 and c.ticket_id = o.ticket_id`,
      parameters: [...parameters, from.map(({ customer = "" }) => customer)]
    },
    ...["outgoing_mail", "channel_conversations"].map(move),
    moveOpened("attachments"),
    moveOpened("message_ids", "m.direction = 'in'"),
    moveOpened("inbound_messages", "m.outcome = 'ticket_created'"),
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
