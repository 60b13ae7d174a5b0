import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What clients keep for members, such as the keys that somebody chose for the dashboard; which customer another one turned
 * out to be; and customers who were erased: their row tells nothing from `erased_at` on, and what is theirs follows, ticket
 * by ticket (`erasure_after` is the last of those that are done), until `erasure_done_at`.
 */
const script = `
alter table members add column preferences jsonb check (jsonb_typeof(preferences) = 'object')

comment on column members.preferences is 'what clients keep for the member: written and read as a whole, used for nothing'

alter table customers
  add column merged_into_id uuid,
  add column erased_at timestamptz(3),
  add column erasure_after uuid,
  add column erasure_done_at timestamptz(3),
  add foreign key (tenant_id, merged_into_id) references customers on delete set null (merged_into_id)

create index customers_merged on customers (tenant_id, merged_into_id) where merged_into_id is not null

create index customers_erasing on customers (erased_at) where erased_at is not null and erasure_done_at is null

create function forget_people(tenant uuid, chains uuid[]) returns void
  language sql security definer set search_path from current as $$
  update events set payload = purged_envelope(payload)
    where tenant_id = tenant and chain_id = any(chains) and right(payload, 15) <> '"purged":true}}';
  update audit_log set changes = null, metadata = null,
      performed_by = case when performed_by ->> 'type' = 'customer' then performed_by - 'name' else performed_by end,
      ip = case when performed_by ->> 'type' = 'customer' then null else ip end,
      user_agent = case when performed_by ->> 'type' = 'customer' then null else user_agent end
    where tenant_id = tenant and (entity_id = any(chains) or ticket_id = any(chains));
$$

comment on function forget_people is 'purge_traces to the last word, for customers and their tickets: what was done stays, by whom and when'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
