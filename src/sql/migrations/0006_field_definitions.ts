import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Descriptions of custom fields; and what categories and statuses need to be listed, counted and edited beside their
 * tickets.
 *
 * - `category_stats` and `status_stats` count from indexes alone. Row-level security compares a column that no index of
 *   tickets holds; these functions answer for the categories and statuses of the tenant that they are given, and so may
 *   do without.
 */
const script = `
create table field_definitions (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  entity text not null check (entity in ('ticket', 'customer', 'company')),
  key text not null,
  label text not null,
  type text not null,
  required boolean not null default false,
  default_value jsonb,
  description text,
  placeholder text,
  options jsonb,
  show_on_create boolean not null default true,
  show_in_table boolean not null default true,
  show_in_detail boolean not null default true,
  sort_order int not null,
  source text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index field_definitions_key on field_definitions (brand_id, entity, key)

select trunkline_enable_rls('field_definitions')

create index tickets_category on tickets (category_id, id desc) include (deleted_at, merged_into_id, is_spam)
  where category_id is not null

create index tickets_custom_status on tickets (brand_id, status, id desc)
  include (status_category, deleted_at, merged_into_id, is_spam) where status not in ('open', 'pending', 'resolved', 'closed')

create function category_stats(tenant uuid, brand uuid) returns table (id uuid, tickets int)
  language sql stable security definer set search_path from current as $$
  select g.id, (select count(*)::int from tickets t
    where t.category_id = g.id and t.deleted_at is null and t.merged_into_id is null and not t.is_spam)
  from categories g where g.tenant_id = tenant and g.brand_id = brand order by g.sort_order, g.id
$$

comment on function category_stats is 'tickets that lists show: neither deleted nor merged nor spam'

create function status_stats(tenant uuid, brand uuid) returns table (id uuid, tickets int)
  language sql stable security definer set search_path from current as $$
  with custom as (
    select status, status_category, count(*)::int as tickets from tickets
    where brand_id = brand and status not in ('open', 'pending', 'resolved', 'closed')
      and deleted_at is null and merged_into_id is null and not is_spam group by status, status_category),
  whole as (
    select status_category, count(*)::int as tickets from tickets
    where brand_id = brand and deleted_at is null and merged_into_id is null and not is_spam group by status_category)
  select st.id, case when st.is_system
      then coalesce((select w.tickets from whole w where w.status_category = st.category), 0)
        - coalesce((select sum(c.tickets)::int from custom c where c.status_category = st.category), 0)
      else coalesce((select sum(c.tickets)::int from custom c where c.status = st.key), 0) end
  from statuses st where st.tenant_id = tenant and st.brand_id = brand order by st.sort_order, st.id
$$

comment on function status_stats is 'tickets that lists show: neither deleted nor merged nor spam. A system status has those of its category that are in no status of the brand''s own'

create unique index statuses_default on statuses (brand_id) where is_default

alter table statuses add constraint statuses_default_is_open check (not is_default or (category = 'open' and is_active))

create function follow_status_category() returns trigger language plpgsql as $$
declare
  present text;
begin
  select category into present from statuses where tenant_id = new.tenant_id and id = new.status_id for share;
  if present <> new.status_category then
    update tickets set status_category = present where tenant_id = new.tenant_id and id = new.id;
  end if;
  return null;
end $$

comment on function follow_status_category is 'a ticket that enters a status while that moves to another category waits for the move, and follows it; after the row, because a trigger before it would have the search column made anew at every update'

create trigger tickets_enter_custom_status after insert or update of status_id on tickets for each row
  when (new.status not in ('open', 'pending', 'resolved', 'closed')) execute function follow_status_category()
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
