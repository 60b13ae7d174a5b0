import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"
import { appRole } from "./0001_roles_and_tenancy.ts"

/**
 * What was asked with each API key and how it was answered (docs/decisions/0043), in partitions of a day that are dropped whole.
 * An id tells when its request came. Every node adds to it for all tenants; the role of requests reads it.
 */
const script = `
create table api_requests (
  id uuid not null,
  tenant_id uuid not null,
  key_id uuid not null,
  key_prefix text not null,
  brand_id uuid,
  operation text not null,
  method text not null,
  path text not null,
  query text,
  status smallint not null,
  problem json,
  duration_ms int not null,
  idempotency_key text,
  replayed boolean not null,
  ip text not null,
  user_agent text,
  omitted int not null,
  primary key (tenant_id, id)
) partition by range (id)

comment on column api_requests.path is 'as it was sent, but for what is neither fixed nor an id'

comment on column api_requests.omitted is 'further requests of the key, answered in the same second, of which there is no row'

create index api_requests_key on api_requests (tenant_id, key_id, id)

create index api_requests_brand on api_requests (tenant_id, brand_id, id) where brand_id is not null

create index api_requests_operation on api_requests (tenant_id, operation, id)

create index api_requests_refused on api_requests (tenant_id, id) where status >= 400

create index api_requests_refused_key on api_requests (tenant_id, key_id, id) where status >= 400

select trunkline_enable_rls('api_requests')

do $$
begin
  revoke insert, update, delete, truncate on api_requests from ${appRole};
exception when undefined_object or insufficient_privilege then
  raise warning 'role ${appRole} cannot be set up by %', current_user;
end $$

create or replace function create_day_partitions(day date) returns void language plpgsql as $$
declare
  lower_bound uuid := uuid_at(day::timestamp at time zone 'UTC');
  upper_bound uuid := uuid_at((day + 1)::timestamp at time zone 'UTC');
  parent text;
  partition text;
begin
  foreach parent in array array['events', 'attempts', 'api_requests'] loop
    partition := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(partition) is not null then
      continue;
    end if;
    begin
      execute format('create table %I partition of %I for values from (%L) to (%L)', partition, parent, lower_bound, upper_bound);
      execute format('alter table %I enable row level security', partition);
    exception when check_violation then
      raise notice 'rows of % are in the default partition already', partition;
    end;
  end loop;
end $$

create table api_requests_default partition of api_requests default

alter table api_requests_default enable row level security

select create_day_partitions((now() at time zone 'UTC')::date + day) from generate_series(-1, 3) day
`

/** Older code makes the partitions of the new table too, and asks for nothing more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
