import type { QueuePart } from "../../system/StatusReports.ts"
import { isWaiting } from "../intake/giveUpEntries.ts"
import { brandDeletedAt, isInTrash } from "../rows/messageRow.ts"
import { behind, isNext } from "../webhooks/deliveryStatements.ts"

/** Rows of a queue that are scanned, and rows of one connection or endpoint: those that have been due the longest. */
const most = 10_000
const mostOfOne = 1_000
/** Deliveries among which the first one not held by an earlier one of its ticket is looked for. */
const mostHolding = 20

const columns = `count(due_at)::int as waiting, (count(*) filter (where due_at <= now() and not held))::int as due,
  (count(*) filter (where held))::int as held, min(due_at) filter (where due_at <= now() and not held) as oldest`

/** Counts up to `most`. */
const counted = (rows: string) => `(select count(*)::int from (${rows} limit ${most}) f)`
const lately = "now() - interval '24 hours'"

const failedMessages = (channel: string) =>
  counted(`select from outgoing_mail where state = 'failed' and channel = ${channel} and settled_at > ${lately}`)
const failedEntries = (channel: string) =>
  counted(`select from inbound_messages where status = 'failed' and channel = ${channel} and received_at > ${lately}`)

/** Whether what goes out on connection `k` of brand `b` waits until somebody, or time, resolves it. */
const isStuck = "(k.status <> 'active' or coalesce(k.retry_at > now(), false) or b.deleted_at is not null)"
const connections = `channel_connections k join brands b on b.tenant_id = k.tenant_id and b.id = k.brand_id`
const kinds = "(values ('chat'), ('sms'), ('custom')) c(kind)"

/**
 * What waits in each queue, for all tenants: rows of `name, waiting, due, held, oldest, failed`. Each scans only what waits, by
 * an index, and a bounded number of rows.
 */
export const queueStatements: Record<QueuePart, string> = {
  mail: `
select 'mail' as name, ${columns}, ${failedMessages("'email'")} as failed from (
  (select m.due_at, ${isInTrash("m")} as held from outgoing_mail m
    where m.state in ('queued', 'sending') and m.channel = 'email' order by m.due_at limit ${most})
  union all
  (select m.copies_due_at, ${isInTrash("m")} from outgoing_mail m
    where m.copies_due_at is not null order by m.copies_due_at limit ${most})) w`,

  messages: `
select c.kind as name, ${columns}, ${failedMessages("c.kind")} as failed from ${kinds} left join (
  select k.kind, h.due_at, ${isStuck} or ${isInTrash("h")} as held from ${connections} cross join lateral (
    select m.due_at, m.tenant_id, m.ticket_id, m.brand_id from outgoing_mail m
    where m.connection_id = k.id and m.state in ('queued', 'sending') order by m.due_at limit ${mostOfOne}) h limit ${most}) w on w.kind = c.kind
group by c.kind`,

  inbound: `
select 'inbound.' || c.kind as name, ${columns}, ${failedEntries("c.kind")} as failed
from (values ('email'), ('chat'), ('sms'), ('custom')) c(kind) left join lateral (
  select i.due_at, false as held from channel_inbox i where i.channel = c.kind and ${isWaiting}
  order by i.due_at limit ${most}) w on true
group by c.kind`,

  chatUpdates: `
select 'chat.updates' as name, ${columns}, 0 as failed from (
  select h.due_at, ${isStuck} or ${brandDeletedAt("h")} is not null as held from ${connections} cross join lateral (
    select u.due_at, u.tenant_id, u.brand_id from chat_updates u where u.connection_id = k.id order by u.due_at limit ${mostOfOne}) h
  where k.kind = 'chat' limit ${most}) w`,

  webhooks: `
select 'webhooks' as name, least(coalesce(sum(d.waiting), 0), ${most})::int as waiting,
  least(coalesce(sum(d.due) filter (where not b.held), 0), ${most})::int as due,
  least(coalesce(sum(d.waiting) filter (where b.held), 0), ${most})::int as held, min(n.due_at) filter (where not b.held) as oldest,
  ${counted(`select from attempts where final = 2 and final > 1 and id >= uuid_at(${lately})`)} as failed
from (select w.id, w.status <> 'enabled' or coalesce(w.gate_until > now(), false) as held
  from (${behind} limit ${mostOfOne}) a join webhooks w on w.id = a.webhook_id) b
cross join lateral (select count(*) as waiting, count(*) filter (where due_at <= now() and coalesce(lease_until < now(), true)) as due
  from (select due_at, lease_until from deliveries where webhook_id = b.id order by due_at limit ${mostOfOne}) e) d
left join lateral (select e.due_at from (
    select * from deliveries where webhook_id = b.id and due_at <= now() and coalesce(lease_until < now(), true)
    order by due_at limit ${mostHolding}) e
  where ${isNext("e")} order by e.due_at limit 1) n on true`,

  fileRemovals: `
select 'files.removal' as name, ${columns}, 0 as failed from (
  select due_at, false as held from blob_removals where removed_at is null order by due_at limit ${most}) w`,

  fileScans: `
select 'files.scan' as name, ${columns}, 0 as failed from (
  select scan_at as due_at, false as held from attachments
  where status = 'UPLOADED' and (scan is null or scan = 'pending') order by scan_at limit ${most}) w`
}
