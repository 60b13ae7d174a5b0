import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * From where something was done, for the audit log; and which links were good once, so that one that is used again, or
 * that a newer one has taken the place of, is told to the account as a sign-in that failed.
 *
 * `purge_traces` takes the customers' addresses and programs out too.
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
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
