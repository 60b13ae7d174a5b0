import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Transactions of another cluster are counted anew, so what a dump brings may carry larger numbers than all that follows it there.
 * Events carry the number and the epoch, which a start after a restore moves on (`advanceEpoch.ts`, docs/decisions/0009). That
 * looks at the newest events alone; this step looks at all, since a restore may have been long ago.
 */
const script = `
select set_config('trunkline.system', 'on', true)

do $$
declare
  epoch bigint := 0;
  newest bigint;
begin
  select max(e.transaction_id::text::bigint) into newest from tenants t, lateral (
    select transaction_id from events where tenant_id = t.id order by transaction_id desc limit 1) e;
  if newest >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    lock table only events in share row exclusive mode;
    epoch := (newest >> 32) + 1 << 32;
  end if;
  execute format('create function event_epoch() returns bigint language sql stable as %L', format('select %s::bigint', epoch));
end $$

comment on function event_epoch is 'what is added to the number of a transaction; stable rather than immutable, because it is replaced'

create or replace function event_transaction() returns xid8 language plpgsql volatile as $$
declare
  transaction text := current_setting('trunkline.event_transaction', true);
  place text := current_setting('trunkline.event_place', true);
begin
  if coalesce(place, '') = '' then
    transaction := set_config('trunkline.event_transaction', (event_epoch() + greatest(pg_current_xact_id()::text::bigint,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1))::text, true);
    place := set_config('trunkline.event_place', nextval('event_places')::text, true);
  end if;
  return transaction;
end $$

create or replace function event_horizon() returns xid8 language plpgsql stable as $$
declare
  present pg_snapshot := pg_current_snapshot();
  oldest xid8;
begin
  if pg_snapshot_xmin(present) <> pg_snapshot_xmax(present) then
    select running into oldest from pg_snapshot_xip(present) running
      where running::xid not in (
        select l.transactionid from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
          and a.datid <> (select oid from pg_database where datname = current_database()))
      order by running limit 1;
  end if;
  return event_epoch() + coalesce(oldest, pg_snapshot_xmax(present))::text::bigint;
end $$
`

/** Older code asks the same functions. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
