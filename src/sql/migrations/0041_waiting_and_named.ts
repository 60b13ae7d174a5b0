import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What waits for somebody, and what waits under a name.
 *
 * - `ticket_stats` counts as unassigned what nobody has taken and somebody should: open and pending tickets.
 * - `deliveries` names its event, so that a few of one kind are found among a backlog of others. The index takes the place of
 *   the one without the name: the newest of all kinds are the newest of the newest of each.
 */
const script = `
create or replace function ticket_stats(tenant uuid, wanted uuid[])
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
      count(*) filter (where assignee_id is null and status_category in ('open', 'pending')) as unassigned
    from tickets t where t.brand_id = b.id and deleted_at is null and merged_into_id is null and not is_spam) c,
  lateral (
    select count(*) as spam from tickets t where t.brand_id = b.id and is_spam and deleted_at is null and merged_into_id is null) m
$$

comment on function ticket_stats is 'spam is counted apart; tickets that are deleted or merged are not counted; unassigned are open and pending ones'

alter table deliveries add column event_type text not null default ''

comment on column deliveries.event_type is 'canonical name of its event; empty where a server wrote it that does not know the column yet'

update deliveries d set event_type = e.type from events e where e.id = d.event_id

create index deliveries_named on deliveries (webhook_id, event_type, id)

drop index deliveries_log
`

/** Older code writes deliveries without a name, which are listed without one. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
