import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"
import { appRole } from "./0001_roles_and_tenancy.ts"

/**
 * The team: how its members are told of news, links that accept an invitation beside those that sign in, what an
 * account uses, and row-level security on what belongs to an account as a whole. There the role of requests gets the
 * rows of the account whose tenant it works for.
 *
 * `account_usage` counts from indexes alone. Row-level security compares a column that no index of tickets holds; this
 * function reads only brands of the tenant that it is given, and so may do without.
 */
const script = `
alter table members
  add column notify_email boolean not null default true,
  add column notify_toast boolean not null default true,
  add column notify_desktop boolean not null default false

alter table magic_links
  drop constraint magic_links_pkey,
  drop constraint magic_links_hash_key,
  add primary key (hash),
  add column member_id uuid references members on delete cascade

comment on table magic_links is 'an address has one link to sign in, and an invitation has one to accept it: a newer one takes the place of the older'

comment on column magic_links.member_id is 'the invitation that the link accepts; null for a link that signs in'

create unique index magic_links_sign_in on magic_links (email) where member_id is null

create unique index magic_links_invite on magic_links (member_id) where member_id is not null

create index attachments_storage on attachments (brand_id) include (size) where status = 'UPLOADED' and deleted_at is null

create function trunkline_enable_account_rls(target regclass, account text) returns void
language plpgsql as $$
declare
  own_account text := '(select account_id from tenants where id = nullif(current_setting(''trunkline.tenant'', true), '''')::uuid)';
  has_role boolean := exists (select from pg_roles where rolname = '${appRole}' and pg_has_role(oid, 'MEMBER'));
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  if has_role then
    execute format('create policy account on %s to ${appRole} using (%I = %s)', target, account, own_account);
    execute format('create policy system on %s to %I using (true)', target, current_user);
  else
    execute format('create policy account on %s using (%I = %s)', target, account, own_account);
    execute format('create policy system on %s using (current_setting(''trunkline.system'', true) = ''on'')', target);
  end if;
end
$$

select trunkline_enable_account_rls('accounts', 'id')

select trunkline_enable_account_rls('members', 'account_id')

select trunkline_enable_account_rls('sessions', 'account_id')

select trunkline_enable_account_rls('magic_links', 'account_id')

create function account_usage(tenant uuid, wanted uuid[], month uuid)
  returns table (tickets_this_month bigint, tickets_total bigint, brands_count bigint, members_count bigint, storage_bytes bigint)
  language sql stable security definer set search_path from current as $$
  select coalesce(sum(c.this_month), 0)::bigint, coalesce(sum(c.total), 0)::bigint, count(*),
    (select count(*) from tenants o join members m on m.account_id = o.account_id and m.status = 'active' where o.id = tenant),
    coalesce(sum(f.bytes), 0)::bigint
  from tenant_scope(tenant) s, lateral (
    select id from brands where tenant_id = s.tenant_id and deleted_at is null and (wanted is null or id = any(wanted)) offset 0) b,
  lateral (
    select count(*) as total, count(*) filter (where t.id >= month) as this_month from tickets t
    where t.brand_id = b.id and deleted_at is null and merged_into_id is null and not is_spam) c,
  lateral (
    select sum(size) as bytes from attachments a where a.brand_id = b.id and a.status = 'UPLOADED' and a.deleted_at is null) f
$$

comment on function account_usage is 'month: the least id of a ticket of this month; tickets that are spam, deleted or merged are not counted'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
