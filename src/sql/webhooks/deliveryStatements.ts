import { encodeSignal, webhookChannel } from "./webhookSignal.ts"

/** How long a node may take for one attempt: longer than any request, even with WEBHOOK_TIMEOUT at its maximum. */
const lease = "interval '90 seconds'"
/**
 * Requests to a rate-limited webhook that may be claimed at once: what its rate admits in a tenth of a second, at least one.
 */
const burst = "ceil(h.rate_per_second / 10.0)"
/** The maximum of the column. A delivery that reaches it is still retried until it expires. */
const mostAttempts = 32_767
/** Attempts after which later events of a ticket no longer wait for one that fails. */
const holdAttempts = 3

/** Deliveries of an endpoint that a claim scans in the order in which they are due, and then tickets. */
const window = 1_000
const mostChains = 1_000
/**
 * How far before a sweep's mark something may be due that the sweep did not see: a transaction that creates deliveries may take
 * this long.
 */
const margin = "interval '60 seconds'"

/**
 * Whether no earlier delivery for the same ticket is pending at the same endpoint. Compares with the minimum, which an index
 * yields: to find any smaller one, PostgreSQL would scan the table if it estimates that a ticket has many.
 */
export const isNext = (d: string) => `(not ${d}.hold or ${d}.seq = (select min(p.seq) from deliveries p
  where p.webhook_id = ${d}.webhook_id and p.chain_id = ${d}.chain_id and p.hold))`

/** Deliveries `d` that `w` wants and nobody holds, as far as `condition` admits them. */
const free = (condition: string) => `select d.webhook_id, d.event_id, d.due_at > now() as early from deliveries d
  where d.webhook_id = w.webhook_id and (w.probe or d.due_at <= now()) and d.due_at >= w.since
    and coalesce(d.lease_until < now(), true) and ${condition}`
/** Those that have been due the longest. */
const first = "order by d.due_at, d.event_id limit r.most for update of d skip locked"
/** An index bound, so that nothing that is not yet due is scanned. */
const latest = "case when w.probe then 'infinity' else now() end"
/** Beyond the window. */
const isBeyond = "(d.due_at, d.event_id) >= (edge.due_at, edge.event_id)"

/** The first held delivery of each ticket at the endpoint of `w`: a loose index scan. */
const heads = `with recursive head as (
    (select chain_id, seq from deliveries where webhook_id = w.webhook_id and hold order by chain_id, seq limit 1)
    union all
    select n.* from head cross join lateral (select chain_id, seq from deliveries
      where webhook_id = w.webhook_id and hold and chain_id > head.chain_id order by chain_id, seq limit 1) n)
  select * from head limit ${mostChains}`

/**
 * Leases deliveries for many endpoints in one round trip; each endpoint gets at most its free slots. `since` skips the index
 * entries of settled rows that a long transaction elsewhere keeps from being vacuumed; it is by a node's clock, which may be
 * ahead. If more deliveries wait than the `window` (`edge` is the first beyond it), nearly all of them may wait for an earlier
 * one of their ticket; scanning them would keep all other endpoints waiting, so what waits for none is taken instead, and the
 * first of each ticket. Each of these is looked up by itself: joined, they made a planner without statistics scan the whole
 * table. The picked rows are materialized: the planner must not lock or update more than the limit. Nodes claim for
 * rate-limited webhooks one at a time: what each request costs, a second divided by the rate, is added to `used_until`, which
 * may be a burst ahead of now (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
 * $1 webhooks, $2 slots, $3 probe, $4 since, $5 node.
 */
export const claim = `
with want as (select webhook_id, slots, probe, least(since, now()) - ${margin} as since
  from unnest($1::uuid[], $2::int[], $3::bool[], $4::timestamptz[]) as w(webhook_id, slots, probe, since)),
paces as materialized (
  select webhook_id, used_until from webhook_paces where webhook_id = any($1::uuid[]) order by webhook_id for no key update),
pick as materialized (
  select p.*, h.version, h.rate_per_second from want w
  join webhooks h on h.id = w.webhook_id and h.status = 'enabled' and coalesce(h.gate_until <= now(), true)
  left join paces c on c.webhook_id = w.webhook_id
  cross join lateral (select case when h.rate_per_second is null then w.slots else least(w.slots,
    greatest(0, floor(${burst} - greatest(0, extract(epoch from c.used_until - now())) * h.rate_per_second))) end::bigint as most) r
  left join lateral (select d.due_at, d.event_id from deliveries d where d.webhook_id = w.webhook_id and d.due_at >= w.since
    order by d.due_at, d.event_id offset ${window} limit 1) edge on true
  cross join lateral (
    select * from (${free(`${isNext("d")}
      and (d.due_at, d.event_id) < (coalesce(edge.due_at, 'infinity'), coalesce(edge.event_id, w.webhook_id))`)} ${first}) near
    union all
    select * from (${free(`not d.hold and ${isBeyond} and d.due_at <= ${latest}`)} ${first}) loose
    union all
    select far.* from (${heads}) h
    cross join lateral (${free(`d.chain_id = h.chain_id and d.seq = h.seq and d.hold and ${isBeyond}`)} for update of d skip locked) far
    where edge.due_at is not null
    limit r.most) p),
taken as (
  update deliveries d set lease_owner = $5, lease_until = now() + ${lease}, attempts = least(d.attempts + 1, ${mostAttempts}), step = d.step + 1
  from pick p where d.webhook_id = p.webhook_id and d.event_id = p.event_id
  returning d.*, p.early, p.version),
paid as (
  update webhook_paces c set used_until = greatest(c.used_until, now()) + k.claimed * interval '1 second' / h.rate_per_second
  from (select webhook_id, count(*) as claimed from pick where rate_per_second is not null group by webhook_id) k
  join webhooks h on h.id = k.webhook_id where c.webhook_id = k.webhook_id
  returning c.webhook_id, case when ${burst} - extract(epoch from c.used_until - now()) * h.rate_per_second >= 1 then 0
    else ceil(extract(epoch from c.used_until - now()) * 1000) end::int as paused)
select t.id as "deliveryId", t.tenant_id as "tenantId", t.webhook_id as "webhookId", t.event_id as "eventId", t.chain_id as "chainId",
  t.attempts as attempt, t.step, t.early, t.expires_at <= now() as expired, t.trigger, t.replay_of as "replayOf", t.sent_as as "sentAs",
  t.version, coalesce(p.paused, 0) as "pausedFor", e.type, e.payload, e.traceparent
from taken t join events e on e.id = t.event_id left join paid p on p.webhook_id = t.webhook_id order by t.event_id`

/**
 * Ends what is final, reschedules the rest, logs one attempt for each, and updates the health of the webhooks. Fenced by lease
 * and attempt, except that a delivery which arrived has arrived, whoever holds it now. May be repeated after a lost connection,
 * when it is unknown whether it committed. What an address that was replaced since has to say is not about the webhook's health.
 * $1 outcomes, $2 node, $3 health of the webhooks.
 */
export const settle = `
with r as materialized (select * from json_to_recordset($1::json) as r(delivery_id uuid, tenant_id uuid, webhook_id uuid, event_id uuid,
  chain_id uuid, attempt smallint, trigger text, replay_of uuid, id uuid, event_type text, started_at timestamptz, duration_ms int,
  status smallint, error text, response text, final smallint, step smallint, retry_ms bigint)),
ended as (
  delete from deliveries d using r
  where d.webhook_id = r.webhook_id and d.event_id = r.event_id and d.id = r.delivery_id
    and (r.final = 1 or r.final is not null and d.lease_owner = $2 and d.attempts = r.attempt) returning d.id),
again as (
  update deliveries d set due_at = now() + r.retry_ms * interval '1 millisecond', step = r.step, sent_as = r.event_type,
    hold = d.hold and r.attempt < ${holdAttempts}, lease_owner = null, lease_until = null
  from r where d.webhook_id = r.webhook_id and d.event_id = r.event_id and d.id = r.delivery_id
    and r.final is null and d.lease_owner = $2 and d.attempts = r.attempt),
logged as (
  insert into attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger, replay_of,
    started_at, duration_ms, status, error, response, final, next_at)
  select id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger, replay_of,
    started_at, duration_ms, status, error, response, case when final = 1 or delivery_id in (select e.id from ended e) then final end,
    case when final is null then now() + retry_ms * interval '1 millisecond' end
  from r on conflict (id) do nothing returning webhook_id),
h as (
  select * from json_to_recordset($3::json) as h(webhook_id uuid, url text, succeeded bool, failures int)
  where webhook_id in (select webhook_id from logged)),
locked as (
  select w.id from webhooks w join h on h.webhook_id = w.id and h.url = w.url
  where h.failures > 0 or w.failure_count > 0 or coalesce(w.last_triggered_at < now() - interval '1 second', true)
  order by w.id for no key update of w)
update webhooks w set
  failure_count = h.failures + case when h.succeeded then 0 else w.failure_count end,
  failing_since = case when h.failures = 0 then null when h.succeeded then now() else coalesce(w.failing_since, now()) end,
  last_success_at = case when h.succeeded then now() else w.last_success_at end,
  last_failure_at = case when h.failures > 0 then now() else w.last_failure_at end,
  last_triggered_at = now()
from h join locked on locked.id = h.webhook_id where w.id = h.webhook_id and w.url = h.url`

/**
 * Returns what was leased but never sent. By primary key: it runs whenever an endpoint fails, and must not scan the backlogs of
 * others. Fenced by attempt: a node that was suspended for longer than the lease may have claimed it again, and be sending it.
 * $1 node, $2 webhooks, $3 events, $4 deliveries, $5 attempts.
 */
export const release = `
update deliveries d set lease_owner = null, lease_until = null, attempts = d.attempts - 1, step = greatest(0, d.step - 1)
from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::smallint[]) as r(webhook_id, event_id, id, attempt)
where d.webhook_id = r.webhook_id and d.event_id = r.event_id and d.id = r.id and d.lease_owner = $1 and d.attempts = r.attempt`

/** $1 node. */
export const releaseAll = "update deliveries set lease_owner = null, lease_until = null where lease_owner = $1"

/** $1 webhooks. */
export const endpoints = `
select w.id as "webhookId", w.tenant_id as "tenantId", w.brand_id as "brandId", w.url, w.events, w.status = 'enabled' as enabled, w.max_in_flight as "maxInFlight",
  w.rate_per_second as "ratePerSecond",
  w.version, w.failure_count as failures, (extract(epoch from now() - w.failing_since) * 1000)::float8 as "failingFor",
  greatest(0, coalesce(extract(epoch from w.gate_until - now()) * 1000, 0))::float8 as "gatedFor", s.secrets,
  (extract(epoch from s.ends - now()) * 1000)::float8 as "rotatedIn"
from webhooks w cross join lateral (
  select json_agg(json_build_object('id', id, 'sealed', encode(sealed, 'hex')) order by expires_at desc nulls first) as secrets, min(expires_at) as ends
  from webhook_secrets where webhook_id = w.id and coalesce(expires_at > now(), true)) s
where w.id = any($1::uuid[])`

/**
 * The webhooks with pending deliveries. A loose index scan: its cost grows with the webhooks, not with the deliveries
 * (https://wiki.postgresql.org/wiki/Loose_indexscan).
 */
export const behind = `with recursive b as (
    (select webhook_id from deliveries order by webhook_id limit 1)
    union all
    select (select d.webhook_id from deliveries d where d.webhook_id > b.webhook_id order by d.webhook_id limit 1)
    from b where b.webhook_id is not null)
  select webhook_id from b where webhook_id is not null`

export const backlog = `
select b.webhook_id as "webhookId", d.due_at as "dueAt", d.due_at <= now() as "isDue" from (${behind}) b
cross join lateral (select due_at from deliveries where webhook_id = b.webhook_id order by due_at limit 1) d`

/** Deliveries of one webhook that are counted, at most. */
const mostCounted = 1_000

/** The number of pending deliveries of those that have any. $1 webhooks. */
export const waiting = `
select b.id as "webhookId", d.waiting from unnest($1::uuid[]) as b(id)
cross join lateral (select count(*)::int as waiting from (select from deliveries where webhook_id = b.id limit ${mostCounted}) e) d
where d.waiting > 0`

/** $1 webhook, $2 its URL, $3 milliseconds. */
export const gate = `
update webhooks set gate_until = greatest(gate_until, now() + $3 * interval '1 millisecond') where id = $1 and url = $2`

/** $1 webhook. */
export const open = "update webhooks set gate_until = null where id = $1 and gate_until is not null"

/**
 * Most of what waits behind a gate is due already; what failed before becomes due, and its next attempt does not advance its
 * backoff.
 */
export const recover = `
with opened as (update webhooks set gate_until = null where id = $1 and gate_until is not null)
update deliveries set due_at = now(), step = greatest(0, step - 1)
where webhook_id = $1 and due_at > now() and lease_owner is null`

/**
 * The same when somebody says that the receiver works again. Bounded, because a person waits for it: the rest waits until it is
 * due. $1 webhook.
 */
export const hasten = `
with waiting as materialized (
  select webhook_id, event_id from deliveries where webhook_id = $1 and due_at > now() and lease_owner is null
  order by due_at limit 10000 for update skip locked)
update deliveries d set due_at = now(), step = greatest(0, d.step - 1)
from waiting w where d.webhook_id = w.webhook_id and d.event_id = w.event_id`

/** Ends pending deliveries about internal notes: the webhook is to receive none from now on. $1 webhook. */
export const dropInternal = `
with gone as (
  delete from deliveries d using events e where d.webhook_id = $1 and e.id = d.event_id and e.internal
  returning d.*, coalesce(d.sent_as, e.type) as name)
insert into attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger, replay_of,
  started_at, duration_ms, error, final)
select new_uuid_v7(), id, tenant_id, webhook_id, event_id, name, chain_id, attempts, trigger, replay_of, now(), 0, 'internal_excluded', 3
from gone`

/** $1 webhook, $2 reason, $3 id of the audit log entry. */
export const disable = `
with disabled as (
  update webhooks set status = 'disabled', disabled_reason = $2, disabled_at = now(), version = version + 1, updated_at = now()
  where id = $1 and status <> 'disabled' returning id, tenant_id, brand_id, url),
noted as (
  insert into audit_log (id, tenant_id, brand_id, event, entity_type, entity_id, changes, metadata, performed_by, source)
  select $3, tenant_id, brand_id, 'webhook.disabled', 'webhook', id, '{"enabled": {"old": true, "new": false}}',
    json_build_object('url', url, 'reason', $2::text), '{"type": "system"}', 'system' from disabled)
select pg_notify('${webhookChannel}', '${encodeSignal({ kind: "changed", from: 0, webhookIds: [] })}' || id) from disabled`
