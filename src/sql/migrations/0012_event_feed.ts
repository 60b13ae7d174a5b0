import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"
import { appRole } from "./0001_roles_and_tenancy.ts"

/** The settled events after a place, in the order of the feed, whose ids were made before `near`. */
const walk = (columns: string) => `select ${columns} from events e
        where e.tenant_id = tenant and e.id >= least_id and e.id < uuid_at(near) and e.transaction_id < horizon
          and (e.transaction_id, e.place, e.id) > (after_transaction, after_place, after_id)
        order by e.transaction_id, e.place, e.id limit looked_at`

const wanted =
  "(wanted_types is null or l.type = any(wanted_types)) and (wanted_brands is null or l.brand_id = any(wanted_brands))"

/**
 * What reading the event log in the order of commits needs (docs/decisions/0009), and the audit log in its own.
 *
 * - `transaction_id`, `place` and `id` order the feed. The first two are the same for all events of a transaction and are
 *   taken when its first event is stored, which is after it has locked what it changes.
 * - `event_horizon` is the transaction before which nothing can be stored any more.
 * - The role of requests adds to the audit log and reads it; it cannot change it.
 */
const script = `
create sequence event_places

create function event_transaction() returns xid8 language plpgsql volatile as $$
begin
  if coalesce(current_setting('trunkline.event_place', true), '') = '' then
    perform set_config('trunkline.event_transaction', greatest(pg_current_xact_id(),
      (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8)::text, true);
    perform set_config('trunkline.event_place', nextval('event_places')::text, true);
  end if;
  return current_setting('trunkline.event_transaction')::xid8;
end $$

comment on function event_transaction is 'the newest transaction that is known to be over, or the present one where that is newer'

create function event_place() returns bigint language plpgsql volatile as $$
begin
  perform event_transaction();
  return current_setting('trunkline.event_place')::bigint;
end $$

alter table events alter column transaction_id set default event_transaction()

alter table events add column place bigint not null default 0

alter table events alter column place set default event_place()

drop index events_feed

create index events_feed on events (tenant_id, transaction_id, place, id)

comment on index events_feed is 'the order of the feed'

create function event_horizon() returns xid8 language plpgsql stable as $$
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
  return coalesce(oldest, pg_snapshot_xmax(present));
end $$

comment on function event_horizon is 'the oldest transaction under way that may still store an event; those of other databases of the server cannot'

create function events_after(tenant uuid, after_transaction xid8, after_place bigint, after_id uuid, least_id uuid, horizon xid8,
    wanted_types text[], wanted_brands uuid[], looked_at int, cap int) returns setof events
  language plpgsql stable rows 100 set enable_sort = off set enable_incremental_sort = off as $$
declare
  filtered boolean := wanted_types is not null or wanted_brands is not null;
  start timestamptz := greatest(uuid_time(least_id), now() - interval '35 days');
  near timestamptz := start + interval '4 days';
begin
  while near < now() + interval '1 day' and not (
    select count(*) = cap and bool_and(n.id < uuid_at(near - interval '1 day')) from (
      select l.id from (${walk("e.id, e.type, e.brand_id, e.transaction_id, e.place")}) l
      where ${wanted} order by l.transaction_id, l.place, l.id limit cap) n)
  loop
    near := case when filtered then now() + interval '1 year' else near + (near - start) end;
  end loop;
  return query select * from (${walk("e.*")}) l
    where ${wanted} order by l.transaction_id, l.place, l.id limit cap;
end $$

comment on function events_after is 'walks the feed; a page that the next days fill is not looked for in the later partitions, because no event is stored a day after its id was made'

create function event_looked_at(tenant uuid, after_transaction xid8, after_place bigint, after_id uuid, least_id uuid, horizon xid8, nth int)
  returns table (transaction xid8, place bigint, id uuid)
  language plpgsql stable rows 1 set enable_sort = off set enable_incremental_sort = off as $$
begin
  return query select e.transaction_id, e.place, e.id from events e
    where e.tenant_id = tenant and e.id >= least_id and e.transaction_id < horizon
      and (e.transaction_id, e.place, e.id) > (after_transaction, after_place, after_id)
    order by e.transaction_id, e.place, e.id offset nth - 1 limit 1;
end $$

comment on function event_looked_at is 'the last of the events that a slice with filters has looked at, where it did not come to the end'

create index audit_log_entity on audit_log (tenant_id, entity_id, id desc)

create index audit_log_account on audit_log (tenant_id, id desc) where entity_type in ('account', 'api_key', 'member', 'brand', 'channel')

do $$
begin
  revoke update, delete, truncate on audit_log from ${appRole};
exception when undefined_object or insufficient_privilege then
  raise warning 'role ${appRole} cannot be set up by %', current_user;
end $$
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
