import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Who is told: the event log and the webhook tables of docs/webhooks.md. `events` and `attempts` are append-only day
 * partitions that are dropped whole; `deliveries` holds only what is not settled yet.
 */
const script = `
create table events (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  type text not null,
  chain_id uuid not null,
  seq bigint,
  internal boolean not null default false,
  spam boolean not null default false,
  transaction_id xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz(3) not null,
  traceparent text,
  payload text not null,
  primary key (id)
) partition by range (id)

comment on column events.payload is 'the envelope as JSON text: the exact bytes that are signed and sent'

comment on column events.chain_id is 'what the event is about: the ticket, or the customer of a customer event'

create index events_tenant on events (tenant_id, id)

create index events_feed on events (tenant_id, transaction_id, id)

select trunkline_enable_rls('events')

create table webhooks (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  url text not null,
  events text[] not null,
  event_types text[] not null,
  include_internal boolean not null default false,
  ordering text not null default 'ticket' check (ordering in ('ticket', 'none')),
  status text not null default 'enabled' check (status in ('enabled', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  disabled_at timestamptz(3),
  description text,
  max_in_flight smallint not null default 8,
  rate_per_second int,
  failure_count int not null default 0,
  gate_until timestamptz(3),
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_triggered_at timestamptz(3),
  last_failure_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
) with (fillfactor = 80)

comment on column webhooks.events is 'the kinds of interest as the caller wrote them'

comment on column webhooks.event_types is 'the same, groups and aliases resolved to canonical names; a name that was written out rather than meant by a group also stands as "=name"'

create unique index webhooks_id on webhooks (id)

create index webhooks_match on webhooks (tenant_id, brand_id) where status <> 'disabled'

select trunkline_enable_rls('webhooks')

create table webhook_secrets (
  id uuid primary key,
  tenant_id uuid not null,
  webhook_id uuid not null,
  sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  foreign key (tenant_id, webhook_id) references webhooks on delete cascade
)

create index webhook_secrets_webhook on webhook_secrets (webhook_id)

select trunkline_enable_rls('webhook_secrets')

create table deliveries (
  id uuid not null,
  tenant_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  chain_id uuid not null,
  seq bigint not null default 0,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  step smallint not null default 0,
  sent_as text,
  hold boolean not null,
  trigger text not null default 'event' check (trigger in ('event', 'manual', 'replay')),
  replay_of uuid,
  expires_at timestamptz not null,
  lease_owner int,
  lease_until timestamptz,
  created_at timestamptz(3) not null default now(),
  primary key (webhook_id, event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000)

comment on column deliveries.attempts is 'how often it was taken up; with lease_owner it tells one taking from the next'

comment on column deliveries.step is 'place in the retry schedule: attempts made when they were due'

comment on column deliveries.sent_as is 'event name of the attempts so far, which all later ones keep; null before the first'

comment on column deliveries.hold is 'later events of the chain wait for this one'

create index deliveries_log on deliveries (webhook_id, id)

create index deliveries_due on deliveries (webhook_id, due_at, event_id)

create index deliveries_chain on deliveries (webhook_id, chain_id, seq) where hold

select trunkline_enable_rls('deliveries')

create table attempts (
  id uuid not null,
  delivery_id uuid not null,
  tenant_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  chain_id uuid not null,
  attempt smallint not null,
  trigger text not null,
  replay_of uuid,
  started_at timestamptz(3) not null,
  duration_ms int not null,
  status smallint,
  error text,
  response text,
  final smallint,
  next_at timestamptz,
  payload text,
  primary key (id)
) partition by range (id)

comment on column attempts.final is 'null: will be tried again, 1 succeeded, 2 exhausted, 3 cancelled'

comment on column attempts.event_type is 'the name as it was sent'

comment on column attempts.payload is 'of a test send, whose event is not in the log'

create index attempts_settled on attempts (webhook_id, delivery_id desc, id desc) where final is not null

create index attempts_delivery on attempts (delivery_id)

create index attempts_event on attempts (event_id)

select trunkline_enable_rls('attempts')

create table replay_jobs (
  id uuid primary key,
  tenant_id uuid not null,
  webhook_id uuid not null,
  since timestamptz, until timestamptz,
  types text[] not null default '{}',
  only_failed boolean not null,
  cursor uuid,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  enqueued int not null default 0,
  created_at timestamptz(3) not null default now(),
  foreign key (tenant_id, webhook_id) references webhooks on delete cascade
)

select trunkline_enable_rls('replay_jobs')

create table delivery_daily (
  tenant_id uuid not null,
  webhook_id uuid not null,
  day date not null,
  ok int not null, failed int not null, p50_ms int, p99_ms int,
  primary key (webhook_id, day),
  foreign key (tenant_id, webhook_id) references webhooks on delete cascade
)

select trunkline_enable_rls('delivery_daily')

create table nodes (
  id int primary key,
  started_at timestamptz not null default now()
)

create function uuid_at(moment timestamptz) returns uuid language sql immutable as
  $$ select encode(substring(int8send((extract(epoch from moment) * 1000)::bigint) from 3) || '\\x70008000000000000000'::bytea, 'hex')::uuid $$

create function uuid_time(id uuid) returns timestamptz language sql immutable as
  $$ select to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) $$

create function new_uuid_v7() returns uuid language sql volatile parallel safe as
  $$ select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$

create function create_day_partitions(day date) returns void language plpgsql as $$
declare
  lower_bound uuid := uuid_at(day::timestamp at time zone 'UTC');
  upper_bound uuid := uuid_at((day + 1)::timestamp at time zone 'UTC');
  parent text;
  partition text;
begin
  foreach parent in array array['events', 'attempts'] loop
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

create table events_default partition of events default

create table attempts_default partition of attempts default

alter table events_default enable row level security

alter table attempts_default enable row level security

select create_day_partitions((now() at time zone 'UTC')::date + day) from generate_series(-1, 3) day
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
