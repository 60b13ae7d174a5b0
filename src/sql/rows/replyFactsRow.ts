import type { Json } from "../../domain/Json.ts"
import type { Origin } from "../../domain/Ticket.ts"
import type { ReplyFacts } from "../../tickets/outbound/OutboundStore.ts"
import { type ConversationRow, conversationsSql, ticketConversationOf } from "./conversationRow.ts"
import { type CustomerRow, customerOf } from "./customerRow.ts"
import { writtenToSql } from "./draftRow.ts"

/** A row of `replyFactsSql`. */
export interface ReplyFactsRow {
  readonly customer_email: string
  readonly is_spam: boolean
  readonly is_merged: boolean
  readonly origin: Origin
  readonly source_data: { readonly [member: string]: Json } | null
  readonly customer: CustomerRow | null
  readonly conversation: ConversationRow | null
  readonly written_to: string | null
}

/**
 * The facts that decide how an answer to ticket $2 of brand $3 of tenant $1 is sent, in one row; no row if the ticket is gone.
 */
export const replyFactsSql = `
  select f.* from tenant_scope($1) s, lateral (
    select t.customer_email, t.is_spam, t.merged_into_id is not null as is_merged, t.origin, t.source_data,
      (select to_json(c) from customers c where c.tenant_id = t.tenant_id and c.id = t.customer_id and c.deleted_at is null) as customer,
      (select to_json(v) from (${conversationsSql("array[t.id]")}) v) as conversation,
      ${writtenToSql} as written_to
    from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
    where t.tenant_id = s.tenant_id and t.id = $2 and t.brand_id = $3 and t.deleted_at is null offset 0) f`

export const replyFactsOf = (row: ReplyFactsRow): ReplyFacts => ({
  ticket: {
    customerEmail: row.customer_email,
    isSpam: row.is_spam,
    origin: row.origin,
    sourceData: row.source_data ?? undefined
  },
  isMerged: row.is_merged,
  customer: row.customer === null ? undefined : customerOf(row.customer),
  conversation: row.conversation === null ? undefined : ticketConversationOf(row.conversation),
  connectionName: row.conversation?.name,
  writtenTo: row.written_to ?? undefined
})
