import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What counting, merging and purging tickets need.
 *
 * - `ticket_stats` counts from indexes alone. Row-level security compares a column that no index of tickets holds; this
 *   function reads only brands of the tenant that it is given, and so may do without.
 * - `purge_traces` rewrites two logs that are otherwise only added to: the text of events (`purged_envelope`) and the
 *   lines of the audit log. Nothing else rewrites them, so the role of requests needs no right to.
 */
const script = String.raw`
drop index tickets_status

create index tickets_status on tickets (brand_id, status_category, id desc) include (assignee_id)
  where deleted_at is null and merged_into_id is null and not is_spam

drop index tickets_spam

create index tickets_spam on tickets (brand_id, id desc) include (deleted_at, merged_into_id) where is_spam

create index tickets_trash on tickets (deleted_at) where deleted_at is not null

create index brands_trash on brands (deleted_at) where deleted_at is not null

create index events_chain on events (chain_id, id)

create trigger inbound_messages_replace after update of blob_key on inbound_messages
  for each row when (old.blob_key is distinct from new.blob_key) execute function replace_blob()

create function ticket_stats(tenant uuid, wanted uuid[])
  returns table (brand_id uuid, name text, prefix text, open bigint, pending bigint, resolved bigint, closed bigint,
    unassigned bigint, spam bigint)
  language sql stable security definer set search_path from current as $$
  select b.id, b.name, b.ticket_prefix, c.open, c.pending, c.resolved, c.closed, c.unassigned, m.spam
  from tenant_scope(tenant) s, lateral (
    select id, brands.name, ticket_prefix from brands
    where tenant_id = s.tenant_id and deleted_at is null and (wanted is null or id = any(wanted)) order by lower(brands.name), id offset 0) b,
  lateral (
    select count(*) filter (where status_category = 'open') as open, count(*) filter (where status_category = 'pending') as pending,
      count(*) filter (where status_category = 'resolved') as resolved, count(*) filter (where status_category = 'closed') as closed,
      count(*) filter (where assignee_id is null) as unassigned
    from tickets t where t.brand_id = b.id and deleted_at is null and merged_into_id is null and not is_spam) c,
  lateral (
    select count(*) as spam from tickets t where t.brand_id = b.id and is_spam and deleted_at is null and merged_into_id is null) m
$$

comment on function ticket_stats is 'spam is counted apart; tickets that are deleted or merged are not counted'

create function purged_envelope(payload text) returns text language sql immutable as $$
  select regexp_replace(left(payload, position(',"data":{' in payload) - 1), '"name":"(?:[^"\\]|\\.)*"', '"name":null')
    || ',"data":' || json_strip_nulls(json_build_object('id', d -> 'id', 'ticketId', d -> 'ticketId', 'brandId', d -> 'brandId',
      'customerId', d -> 'customerId', 'comment', case when d -> 'comment' is not null then json_build_object('id', d #> '{comment,id}') end,
      'attachment', case when d -> 'attachment' is not null then json_build_object('id', d #> '{attachment,id}') end,
      'message', case when d -> 'message' is not null then json_build_object('id', d #> '{message,id}') end, 'purged', true)) || '}'
  from (select payload::json -> 'data' as d) e
$$

comment on function purged_envelope is 'an event without anything but ids: the members before data stay, byte for byte, apart from the name of who did it'

create function purge_traces(tenant uuid, chains uuid[]) returns void
  language sql security definer set search_path from current as $$
  update events set payload = purged_envelope(payload)
    where tenant_id = tenant and chain_id = any(chains) and right(payload, 15) <> '"purged":true}}';
  update audit_log set changes = null, metadata = metadata - 'title',
      performed_by = case when performed_by ->> 'type' = 'customer' then performed_by - 'name' else performed_by end
    where tenant_id = tenant and ticket_id = any(chains);
$$
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
