import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"
import { countedAs } from "./0044_ticket_tallies.ts"

/** The counts of tickets. */
const names = "('assigned', 'unassigned', 'spam', 'category')"

/**
 * Tickets are counted once, and from then on by what changes (0044_ticket_tallies.ts, docs/decisions/0017).
 *
 * The first count is what one snapshot shows, less the changes that were already noted in it, so other nodes go on writing
 * meanwhile. Requests may not read the tallies of all tenants: `ticket_tallies` reads those of the one that it is given.
 */
const script = `
insert into tallies (tenant_id, name, subject, amount)
  select tenant_id, name, subject, sum(amount) from (
    select t.tenant_id, n.name, n.subject, 1 as amount from tickets t, lateral ${countedAs("t")} n
    union all select tenant_id, name, subject, -change from tally_changes where name in ${names}
    union all select tenant_id, name, subject, -amount from tallies where name in ${names}) n
  group by tenant_id, name, subject having sum(amount) <> 0
  on conflict (tenant_id, name, subject) do update set amount = tallies.amount + excluded.amount

create function ticket_tallies(tenant uuid, wanted text[]) returns table (name text, subject uuid, amount bigint)
  language sql stable as $$
  select name, subject, sum(amount)::bigint from (
    select name, subject, amount from tallies where tenant_id = tenant and name = any(wanted)
    union all select name, subject, change from tally_changes where tenant_id = tenant and name = any(wanted)) n
  group by name, subject
$$

create or replace function ticket_stats(tenant uuid, wanted uuid[])
  returns table (brand_id uuid, name text, prefix text, open bigint, pending bigint, resolved bigint, closed bigint,
    unassigned bigint, spam bigint)
  language sql stable security definer set search_path from current as $$
  with own as materialized (
    select b.id, b.name, b.ticket_prefix from tenant_scope(tenant) s, lateral (
      select id, brands.name, ticket_prefix from brands
      where tenant_id = s.tenant_id and deleted_at is null and (wanted is null or id = any(wanted)) offset 0) b),
  counted as (
    select s.brand_id, s.category, n.name, n.amount from ticket_tallies(tenant, '{assigned,unassigned}') n
      join statuses s on s.tenant_id = tenant and s.id = n.subject
    union all select subject, null, n.name, amount from ticket_tallies(tenant, '{spam}') n)
  select b.id, b.name, b.ticket_prefix, ${["open", "pending", "resolved", "closed"]
    .map((category) => `coalesce(sum(c.amount) filter (where c.category = '${category}'), 0)::bigint`)
    .join(", ")},
    coalesce(sum(c.amount) filter (where c.name = 'unassigned' and c.category in ('open', 'pending')), 0)::bigint,
    coalesce(sum(c.amount) filter (where c.name = 'spam'), 0)::bigint
  from own b left join counted c on c.brand_id = b.id group by b.id, b.name, b.ticket_prefix order by lower(b.name), b.id
$$

create or replace function category_stats(tenant uuid, brand uuid) returns table (id uuid, tickets int)
  language sql stable security definer set search_path from current as $$
  select g.id, coalesce(n.amount, 0)::int from categories g
  left join ticket_tallies(tenant, '{category}') n on n.subject = g.id
  where g.tenant_id = tenant and g.brand_id = brand order by g.sort_order, g.id
$$

create or replace function status_stats(tenant uuid, brand uuid) returns table (id uuid, tickets int)
  language sql stable security definer set search_path from current as $$
  select s.id, coalesce(n.amount, 0)::int from statuses s
  left join (
    select subject, sum(amount) as amount from ticket_tallies(tenant, '{assigned,unassigned}') group by subject) n on n.subject = s.id
  where s.tenant_id = tenant and s.brand_id = brand order by s.sort_order, s.id
$$

comment on function status_stats is 'tickets that lists show: neither deleted nor merged nor spam'
`

/** Older code asks the same functions. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
