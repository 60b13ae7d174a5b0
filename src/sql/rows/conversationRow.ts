import { type ConnectionKind, type ConnectionStatus, connectionIdOf } from "../../domain/ChannelConnection.ts"
import type { ChannelKind } from "../../domain/InboundMessage.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"

/** A row of `conversationsSql`. */
export interface ConversationRow {
  readonly ticket_id: string
  readonly connection_id: string
  readonly key: string
  readonly person: string | null
  readonly kind: ConnectionKind
  readonly name: string
  readonly status: ConnectionStatus
  readonly wrote_last_by: ChannelKind | null
  readonly callback_url: string | null
  readonly unreachable: string | null
}

/** Selects where the customers of tickets of tenant $1 are talked to; `ids` is a SQL array of ticket UUIDs. */
export const conversationsSql = (
  ids: string
) => `select distinct on (x.ticket_id) x.ticket_id, v.connection_id, v.key, v.person, k.kind, k.name, k.status, w.channel as wrote_last_by,
      k.settings ->> 'callbackUrl' as callback_url, p.facts ->> 'unreachable' as unreachable
    from conversation_tickets x
    join channel_conversations v on v.connection_id = x.connection_id and v.key = x.key and v.mode = 'customer'
    join channel_connections k on k.tenant_id = v.tenant_id and k.id = v.connection_id
    left join channel_people p on p.connection_id = v.connection_id and p.external_id = v.person
    join tickets o on o.tenant_id = x.tenant_id and o.id = x.ticket_id
    left join lateral (select i.channel from inbound_messages i where i.tenant_id = $1 and i.ticket_id = x.ticket_id
      and i.status = 'processed' and i.outcome in ('ticket_created', 'comment_added')
      and (i.channel <> 'email' or i.sender = o.customer_email)
      and not exists (select from comments c where c.tenant_id = $1 and c.id = i.comment_id and c.author_type = 'AGENT')
      order by i.id desc limit 1) w on true
    where x.tenant_id = $1 and x.ticket_id = any(${ids})
    order by x.ticket_id, (k.kind = w.channel) desc nulls last, (v.ticket_id = x.ticket_id) desc, v.updated_at desc, v.key`

export const ticketConversationOf = (row: ConversationRow): TicketConversation => ({
  connectionId: connectionIdOf(row.kind, row.connection_id),
  kind: row.kind,
  key: row.key,
  person: row.person ?? undefined,
  wroteLastBy: row.wrote_last_by ?? undefined,
  refusal: refusalOf(row)
})

/** Why nothing can be sent there. A refusal by the provider is not a reason: messages wait until somebody has fixed that. */
const refusalOf = ({ callback_url, kind, status, unreachable }: ConversationRow): string | undefined => {
  if (status === "disabled") return "The channel is disabled"
  if (status === "uninstalled") return "The channel was disconnected"
  if (kind === "custom" && callback_url === null) return "The channel has no callback address"
  return unreachable ?? undefined
}
