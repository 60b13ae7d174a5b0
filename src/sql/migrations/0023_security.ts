import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What of a customer the index `customers_text` holds, and of a company `companies_text` (0015_search.ts). */
const customerText = "lower(coalesce(k.name, '') || ' ' || k.email || ' ' || coalesce(k.phone, ''))"
const companyText = "lower(o.name || ' ' || coalesce(o.domain, ''))"
/**
 * A brand's newest customers that are looked at before an index is asked, and how many of them make what they contain a
 * common thing; and how many customers an index may find.
 */
const most = { newest: 2_000, common: 40, found: 5_000 }

/** A ticket that lists show. */
const visible = (ticket: string) =>
  `(${ticket}.deleted_at is null and ${ticket}.merged_into_id is null and not ${ticket}.is_spam)`

/**
 * What the audit log tells of who came, what scanners say of files, and counts that cost the same however much there is.
 *
 * - `audit_log`: from where something was done. `purge_traces` takes that out too where it was the customer.
 * - `ended_links`: which links were good once, so that one that is used again, or that a newer one has taken the place
 *   of, is told to the account as a sign-in that failed.
 * - `attachments.scan_at`: when the next look at the file is due, for as long as no scanner has judged it.
 * - `tallies` and `tally_changes`: a count is what was added up plus the changes since. Triggers write what changed, in
 *   the transaction that changes it, and nobody waits for anybody; upkeep adds it up in pieces. `storage` is the bytes of
 *   a tenant's files, those announced included and those given up not; `tag` the tickets of a tag that lists show.
 * - `ticket_tags.counted`: whether this ticket is in its tag's count, so that what happens to a ticket and to its tags in
 *   one statement is counted once, in whatever order triggers see it. What merging tags may have missed, because it does
 *   not lock tickets, is put right when `tags.recount_at` comes.
 * - `customers_containing` names the customers of a brand who contain a pattern, or nothing where they are few or many:
 *   then whoever reads them in their order meets them soon. Row-level security keeps the index from others, because
 *   `like` might tell of rows that they may not see; this function names tenant and brand itself.
 */
const script = `
alter table audit_log add column ip text, add column user_agent text

create table ended_links (
  hash bytea primary key,
  email text not null,
  account_id uuid references accounts on delete cascade,
  member_id uuid,
  reason text not null check (reason in ('used', 'replaced')),
  ended_at timestamptz(3) not null default now()
)

create index ended_links_age on ended_links (ended_at)

select trunkline_enable_account_rls('ended_links', 'account_id')

create function remember_link() returns trigger language plpgsql as $$
begin
  delete from ended_links where hash in (
    select hash from ended_links where ended_at < now() - interval '7 days' order by ended_at limit 20 for update skip locked);
  insert into ended_links (hash, email, account_id, member_id, reason)
    select old.hash, old.email, old.account_id, old.member_id, case tg_op when 'DELETE' then 'used' else 'replaced' end
    where old.account_id is null or exists (select from accounts where id = old.account_id)
    on conflict (hash) do nothing;
  return null;
end $$

comment on function remember_link is 'each link that ends sweeps away some that ended a week ago'

create trigger magic_links_used after delete on magic_links for each row execute function remember_link()

create trigger magic_links_replaced after update of hash on magic_links
  for each row when (old.hash <> new.hash) execute function remember_link()

create or replace function purge_traces(tenant uuid, chains uuid[]) returns void
  language sql security definer set search_path from current as $$
  update events set payload = purged_envelope(payload)
    where tenant_id = tenant and chain_id = any(chains) and right(payload, 15) <> '"purged":true}}';
  update audit_log set changes = null, metadata = metadata - 'title',
      performed_by = case when performed_by ->> 'type' = 'customer' then performed_by - 'name' else performed_by end,
      ip = case when performed_by ->> 'type' = 'customer' then null else ip end,
      user_agent = case when performed_by ->> 'type' = 'customer' then null else user_agent end
    where tenant_id = tenant and ticket_id = any(chains);
$$

alter table attachments
  add column scan text check (scan in ('pending', 'clean', 'blocked')),
  add column scan_at timestamptz(3) not null default now()

create index attachments_unscanned on attachments (scan_at)
  where status = 'UPLOADED' and (scan is null or scan = 'pending')

create table tallies (
  tenant_id uuid not null,
  name text not null check (name in ('storage', 'tag')),
  subject uuid not null,
  amount bigint not null,
  primary key (tenant_id, name, subject)
)

create index tallies_empty on tallies (tenant_id) where amount = 0

select trunkline_enable_rls('tallies')

create table tally_changes (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  name text not null,
  subject uuid not null,
  change bigint not null
)

create index tally_changes_subject on tally_changes (tenant_id, name, subject)

select trunkline_enable_rls('tally_changes')

insert into tallies (tenant_id, name, subject, amount)
  select tenant_id, 'storage', tenant_id, sum(size) from attachments where status <> 'FAILED' group by tenant_id

create function account_storage(tenant uuid) returns bigint
  language sql stable security definer set search_path from current as $$
  select coalesce(sum(n.bytes), 0)::bigint from tenants own join tenants t on t.account_id = own.account_id, lateral (
    select amount as bytes from tallies where tenant_id = t.id and name = 'storage'
    union all select change from tally_changes where tenant_id = t.id and name = 'storage') n
  where own.id = tenant
$$

comment on function account_storage is 'bytes of the files of the tenant''s account, in both modes'

create function add_storage() returns trigger language plpgsql as $$
begin
  insert into tally_changes (tenant_id, name, subject, change)
    select tenant_id, 'storage', tenant_id, sum(size) from made where status <> 'FAILED' group by tenant_id;
  return null;
end $$

create function free_storage() returns trigger language plpgsql as $$
begin
  insert into tally_changes (tenant_id, name, subject, change)
    select tenant_id, 'storage', tenant_id, -sum(size) from gone where status <> 'FAILED' group by tenant_id;
  return null;
end $$

create function give_up_storage() returns trigger language plpgsql as $$
begin
  insert into tally_changes (tenant_id, name, subject, change)
    values (new.tenant_id, 'storage', new.tenant_id, case new.status when 'FAILED' then -old.size else new.size end);
  return null;
end $$

create trigger attachments_add_storage after insert on attachments referencing new table as made
  for each statement execute function add_storage()

create trigger attachments_free_storage after delete on attachments referencing old table as gone
  for each statement execute function free_storage()

create trigger attachments_give_up_storage after update of status on attachments
  for each row when ((old.status = 'FAILED') <> (new.status = 'FAILED')) execute function give_up_storage()

alter table ticket_tags add column counted boolean not null default false

update ticket_tags l set counted = true from tickets t where t.tenant_id = l.tenant_id and t.id = l.ticket_id and ${visible("t")}

insert into tallies (tenant_id, name, subject, amount)
  select tenant_id, 'tag', tag_id, count(*) from ticket_tags where counted group by tenant_id, tag_id

alter table tags add column recount_at timestamptz(3)

create index tags_recount on tags (recount_at) where recount_at is not null

create function count_tags() returns trigger language plpgsql as $$
begin
  with counted as (
    update ticket_tags l set counted = true from made m join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
    where not m.counted and l.tenant_id = m.tenant_id and l.ticket_id = m.ticket_id and l.tag_id = m.tag_id and not l.counted and ${visible("t")}
    returning l.tenant_id, l.tag_id)
  insert into tally_changes (tenant_id, name, subject, change)
    select tenant_id, 'tag', tag_id, count(*) from (
      select tenant_id, tag_id from counted union all select tenant_id, tag_id from made where counted) n group by tenant_id, tag_id;
  return null;
end $$

create function uncount_tags() returns trigger language plpgsql as $$
begin
  insert into tally_changes (tenant_id, name, subject, change)
    select tenant_id, 'tag', tag_id, -count(*) from gone where counted group by tenant_id, tag_id;
  return null;
end $$

create function recount_ticket() returns trigger language plpgsql as $$
begin
  with counted as (
    update ticket_tags set counted = not counted
    where tenant_id = new.tenant_id and ticket_id = new.id and counted <> ${visible("new")} returning tag_id, counted)
  insert into tally_changes (tenant_id, name, subject, change)
    select new.tenant_id, 'tag', tag_id, case when counted then 1 else -1 end from counted;
  return null;
end $$

create trigger ticket_tags_count after insert on ticket_tags referencing new table as made
  for each statement execute function count_tags()

create trigger ticket_tags_uncount after delete on ticket_tags referencing old table as gone
  for each statement execute function uncount_tags()

create trigger tickets_recount after update of deleted_at, merged_into_id, is_spam on tickets
  for each row when (${visible("old")} <> ${visible("new")}) execute function recount_ticket()

create or replace function tag_stats(tenant uuid, brand uuid) returns table (id uuid, tickets int)
  language sql stable security definer set search_path from current as $$
  select g.id, (coalesce(n.amount, 0) + coalesce(c.change, 0))::int from tags g
  left join tallies n on n.tenant_id = tenant and n.name = 'tag' and n.subject = g.id
  left join (
    select subject, sum(change) as change from tally_changes where tenant_id = tenant and name = 'tag' group by subject) c on c.subject = g.id
  where g.tenant_id = tenant and g.brand_id = brand order by g.folded_name, g.id
$$

create function customers_indexed(tenant uuid, brand uuid, pattern text, cap int) returns uuid[]
  language plpgsql stable security definer set search_path from current
  set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set work_mem = '64MB' as $$
begin
  return array(
    (select k.id from customers k where k.tenant_id = tenant and k.brand_id = brand and k.deleted_at is null and ${customerText} like pattern limit cap)
    union (select k.id from companies o join customers k on k.tenant_id = tenant and k.company_id = o.id and k.deleted_at is null
      where o.tenant_id = tenant and o.brand_id = brand and ${companyText} like pattern and lower(o.name) like pattern limit cap));
end $$

create function customers_containing(tenant uuid, brand uuid, pattern text) returns uuid[]
  language plpgsql stable security definer set search_path from current as $$
declare
  looked int;
  matching int;
  named uuid[];
begin
  perform tenant_scope(tenant);
  select count(*), count(*) filter (where ${customerText} like pattern) into looked, matching from (
    select * from customers where tenant_id = tenant and brand_id = brand and deleted_at is null order by id desc limit ${most.newest}) k;
  if looked < ${most.newest} or matching >= ${most.common} or length(pattern) < 5 or to_regclass('customers_text') is null then
    return null;
  end if;
  named := customers_indexed(tenant, brand, pattern, ${most.found + 1});
  return case when cardinality(named) > ${most.found} then null else named end;
end $$

comment on function customers_containing is 'by part of name, address, phone number or company name, in lower case'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
