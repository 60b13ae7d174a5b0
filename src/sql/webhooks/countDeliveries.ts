/**
 * Hours in which deliveries may have ended since the last count, which was up to the hour `$1`: that hour and the one before,
 * whose last attempts may have ended after its count. If `$1` is null, all hours of yesterday and today.
 */
export const hoursToCount = `
select hour from generate_series(
  greatest($1::timestamptz - interval '1 hour', date_trunc('day', now(), 'UTC') - interval '1 day'), now(), interval '1 hour') hour`

/** The unit that rounds a duration to two significant digits. */
const tens = "power(10, floor(log(greatest(duration_ms, 10)::float8)) - 1)"

/** Counts what ended in the hour `$1`, per webhook. Test sends are not deliveries. */
export const countHour = `
insert into delivery_hours as h (tenant_id, webhook_id, hour, final, about_ms, count)
select a.tenant_id, a.webhook_id, $1, a.final, round(a.duration_ms / ${tens}) * ${tens}, count(*)
from attempts a join webhooks w on w.id = a.webhook_id
where a.id >= uuid_at($1) and a.id < uuid_at($1::timestamptz + interval '1 hour') and a.final in (1, 2) and a.trigger <> 'test'
group by 1, 2, 4, 5
on conflict (webhook_id, hour, final, about_ms) do update set count = excluded.count where h.count <> excluded.count`

/** Sums up the days from that of the hour `$1` onwards. */
export const sumDays = `
insert into delivery_daily as d (tenant_id, webhook_id, day, ok, failed, p50_ms, p99_ms)
select tenant_id, webhook_id, day,
  coalesce(sum(count) filter (where final = 1), 0), coalesce(sum(count) filter (where final = 2), 0),
  min(about_ms) filter (where final = 1 and up_to >= 0.5 * total), min(about_ms) filter (where final = 1 and up_to >= 0.99 * total)
from (
  select h.*, sum(count) over (ended order by about_ms) as up_to, sum(count) over ended as total
  from (select *, (hour at time zone 'UTC')::date as day from delivery_hours where hour >= date_trunc('day', $1::timestamptz, 'UTC')) h
  window ended as (partition by webhook_id, day, final)) h
group by tenant_id, webhook_id, day
on conflict (webhook_id, day) do update set ok = excluded.ok, failed = excluded.failed, p50_ms = excluded.p50_ms, p99_ms = excluded.p99_ms
where (d.ok, d.failed, d.p50_ms, d.p99_ms) is distinct from (excluded.ok, excluded.failed, excluded.p50_ms, excluded.p99_ms)`

/** Deletes hours of days that are over and summed up. */
export const forgetHours = `
delete from delivery_hours where hour < date_trunc('day', now(), 'UTC') - interval '1 day'`
