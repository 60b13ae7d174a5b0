import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * The orders of the list of companies, an index that counts and pages the customers of one, one that finds tags by their
 * names, and what counts their tickets.
 *
 * - `sort_name` and `folded_name` are columns and no expressions of an index: under row-level security the planner may
 *   not look for a place in an index by what it would have to compute from the row first.
 * - `tag_stats` counts from indexes alone. Row-level security compares a column that no index of tickets holds; this
 *   function, which names its tenant and brand itself, may do without.
 */
const script = `
alter table companies add column sort_name text generated always as (left(lower(name), 60)) stored

create index companies_recent on companies (brand_id, id desc)

create index companies_name on companies (brand_id, sort_name, id)

drop index customers_company

create index customers_company on customers (tenant_id, company_id, id desc) include (deleted_at) where company_id is not null

alter table tags add column folded_name text generated always as (lower(name)) stored

drop index tags_name

create unique index tags_name on tags (brand_id, folded_name) include (tenant_id)

create function tag_stats(tenant uuid, brand uuid) returns table (id uuid, tickets int)
  language sql stable security definer set search_path from current as $$
  select g.id, coalesce(n.tickets, 0) from tags g left join (
    select l.tag_id, count(*)::int as tickets from tickets t join ticket_tags l on l.tenant_id = tenant and l.ticket_id = t.id
    where t.brand_id = brand and t.deleted_at is null and t.merged_into_id is null and not t.is_spam group by l.tag_id) n on n.tag_id = g.id
  where g.tenant_id = tenant and g.brand_id = brand order by g.folded_name, g.id
$$

comment on function tag_stats is 'tickets that lists show: neither deleted nor merged nor spam'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
