import { uuidOf } from "../../domain/Ids.ts"
import type { ChatUpdateDraft } from "../../tickets/outbound/chatUpdatesOf.ts"
import { uuidOr } from "../rows/columns.ts"

/** An update, as JSON for `updatesOfThreads`. */
export const rowOfChatUpdate = ({ brandId, commentId, ticketId, told }: ChatUpdateDraft, position: number) => ({
  position,
  brand_id: uuidOf(brandId),
  // The form in which connections' settings name it.
  brand: brandId,
  ticket_id: uuidOf(ticketId),
  comment_id: uuidOr(commentId),
  told
})

/** The part of the same statement that binds conversations, if any; it returns them. */
export const boundNow = "conversations_bound"

/**
 * The fan-out of updates: one for each thread of a ticket that is now behind. Team threads are those of all channels that
 * mirror the brand's tickets, whether the thread exists yet or not. Simulated workspaces get none, since nobody reads them.
 */
export const updatesOfThreads = (
  tenant: string,
  updates: string,
  binds: boolean
) => `insert into chat_updates (tenant_id, brand_id, connection_id, lane, ticket_id, comment_id)
  select k.tenant_id, u.brand_id, k.id, l.lane, u.ticket_id, u.comment_id
  from json_to_recordset(${updates}) as u(position int, brand_id uuid, brand text, ticket_id uuid, comment_id uuid, told boolean)
  join channel_connections k on k.tenant_id = ${tenant} and k.kind = 'chat' and k.status not in ('disabled', 'uninstalled')
    and k.settings ->> 'simulated' is distinct from 'true'
  cross join lateral (
    select 'mirror/' || (c ->> 'channelId') || '/' || u.ticket_id as lane
    from jsonb_array_elements(k.settings -> 'channels') c
    where c ->> 'mirror' in ('alerts', 'notes', 'replies')
      and c ->> 'state' is null and case when c ->> 'brandId' is null then k.brand_id = u.brand_id else c ->> 'brandId' = u.brand end
    union
    select v.key from conversation_tickets x join channel_conversations v on v.connection_id = x.connection_id and v.key = x.key
    where u.told and x.tenant_id = k.tenant_id and x.ticket_id = u.ticket_id and x.connection_id = k.id
      and v.ticket_id = x.ticket_id and v.mode = 'customer'
    ${binds ? `union select b.key from ${boundNow} b where u.told and b.ticket_id = u.ticket_id and b.connection_id = k.id and b.mode = 'customer'` : ""}) l`
