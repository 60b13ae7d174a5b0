import { idOf } from "../../domain/Ids.ts"
import type { Status } from "../../domain/Status.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { type Moment, moment } from "../rows/columns.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"

export const brands = (tenant: Tenant, ids: ReadonlyArray<string>, lock: boolean, known: Known): Load => ({
  // The scope comes first, and lasts for the whole transaction.
  sql: `select now()::timestamptz(3) as now, b.* from tenant_scope($1) s, lateral (
    select id, version, embedded_revision, name, ticket_prefix, next_ticket_number, reply_status, closed_reply, closed_reply_window_days, assignee_on_reopen, autoresponse_enabled, sms_email_prompt,
      (select json_agg(json_build_array(s.id, s.key, s.category, s.name, s.is_default, s.is_active))
        from statuses s where s.brand_id = brands.id) as statuses,
      exists (select from webhooks w where w.tenant_id = brands.tenant_id and w.brand_id = brands.id and w.status <> 'disabled') as subscribed,
      exists (select from channel_connections k where k.tenant_id = brands.tenant_id and k.kind = 'chat') as chats
    from brands where tenant_id = s.tenant_id and id = any($2::uuid[]) and deleted_at is null order by id
    ${lock ? "for no key update" : ""} offset 0) b`,
  parameters: [tenant.id, ids],
  learn: (
    rows: ReadonlyArray<{
      readonly now: Moment
      readonly id: string
      readonly version: number
      readonly embedded_revision: number
      readonly name: string
      readonly ticket_prefix: string
      readonly next_ticket_number: number
      readonly reply_status: "keep" | "pending" | "resolved"
      readonly closed_reply: "reopen" | "follow_up" | "window"
      readonly closed_reply_window_days: number
      readonly assignee_on_reopen: "keep" | "unassign"
      readonly autoresponse_enabled: boolean
      readonly sms_email_prompt: string | null
      readonly statuses: ReadonlyArray<StatusParts> | null
      readonly subscribed: boolean
      readonly chats: boolean
    }>
  ) => {
    for (const row of rows) {
      const id = idOf("brand", row.id)
      known.now ??= moment(row.now)
      known.subscribed ||= row.subscribed
      known.chats ||= row.chats
      known.stamps.set(id, { version: row.version, revision: row.embedded_revision, subscribed: row.subscribed })
      known.brands.set(id, {
        id,
        name: row.name,
        ticketPrefix: row.ticket_prefix,
        nextTicketNumber: row.next_ticket_number,
        replyStatus: row.reply_status,
        closedReply: row.closed_reply,
        closedReplyWindowDays: row.closed_reply_window_days,
        assigneeOnReopen: row.assignee_on_reopen,
        autoresponseEnabled: row.autoresponse_enabled,
        smsEmailPrompt: row.sms_email_prompt ?? undefined,
        statuses: (row.statuses ?? []).map(statusOf)
      })
    }
  }
})

/** A status without field names: each transaction reads all statuses of its brands. */
type StatusParts = readonly [string, Status["key"], Status["category"], string, boolean, boolean]

const statusOf = ([id, key, category, name, isDefault, isActive]: StatusParts): Status => ({
  id: idOf("status", id),
  key,
  category,
  name,
  isDefault,
  isActive
})

export const receiptsLoad = (tenant: Tenant, keys: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select encode(key, 'hex') as key, encode(fingerprint, 'hex') as fingerprint, status, headers, body, sealed from receipts
    where tenant_id = $1 and key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))`,
  parameters: [tenant.id, keys],
  learn: (
    rows: ReadonlyArray<{
      readonly key: string
      readonly fingerprint: string
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
      readonly sealed: boolean
    }>
  ) => {
    for (const { key, fingerprint, sealed, ...answer } of rows)
      known.receipts.set(key, { fingerprint, answer, secret: sealed })
  }
})
