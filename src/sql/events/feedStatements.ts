import { uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import type { EventFilter, FeedPlace } from "../../events/EventLog.ts"
import { brandsOf } from "../brandsOf.ts"

/** Events that one statement scans, at most, for those that match a filter: about 40 ms. */
const mostLookedAt = 20_000
/**
 * Milliseconds by which an event may be older, by its id, than one that was committed before it: a transaction takes seconds,
 * and the clocks of nodes differ by less than a day. Partitions of earlier days are not scanned.
 */
const longestDelay = 24 * 3600 * 1000

/** The place before every event. */
export const feedStart: FeedPlace = { transaction: "0", place: 0, uuid: "00000000-0000-0000-0000-000000000000" }

/**
 * An id of the current moment: in the end of the feed, it bounds the time of the events after it, so that partitions of earlier
 * days are not scanned for them.
 */
export const present = "uuid_at(now()) as present"

/** Whether the brand of an event in the scope `s` is not in the trash. */
export const hasBrand =
  "exists (select from brands b where b.tenant_id = s.tenant_id and b.id = brand_id and b.deleted_at is null)"

/**
 * The settled events after a place, in feed order, without those of brands in the trash; at least one row, which gives the
 * horizon, and whether brands are left out.
 */
export const sliceStatement = (
  scope: BrandsScope,
  filter: EventFilter,
  after: FeedPlace,
  limit: number,
  bytes: number
) => {
  const { bind, parameters } = place(scope, filter, after)
  const brands = `${bind(brandsOf(scope, filter)?.map(uuidOf) ?? null)}::uuid[]`
  const most = `${bind(bytes)}::bigint`
  const events =
    filter.ticketId === undefined
      ? `select * from events_after(s.tenant_id, $2::xid8, $3, $4, $5, h.horizon, ${bind(filter.types ?? null)}::text[], k.brands, ${mostLookedAt}, ${limit})`
      : `select * from events where tenant_id = s.tenant_id and chain_id = ${bind(uuidOf(filter.ticketId))}::uuid and id >= $5::uuid
          and (transaction_id, place, id) > ($2::xid8, $3::bigint, $4::uuid) and transaction_id < h.horizon
          ${filter.types === undefined ? "" : `and type = any(${bind(filter.types)}::text[])`}
          and (k.brands is null or brand_id = any(k.brands))
          order by transaction_id, place, id limit ${limit}`
  const sql = `select h.horizon::text as horizon, ${present}, h.pending, k.brands is not null as is_narrowed, e.* from tenant_scope($1) s,
    lateral (select case when ${brands} is not null or exists (select from brands where tenant_id = s.tenant_id and deleted_at is not null)
      then array(select id from brands where tenant_id = s.tenant_id and deleted_at is null and (${brands} is null or id = any(${brands})))
      end as brands offset 0) k,
    lateral (select event_horizon() as xid offset 0) x,
    lateral (select x.xid as horizon, exists (
      select from events where tenant_id = s.tenant_id and transaction_id >= x.xid and id >= uuid_at(now() - interval '1 day')) as pending offset 0) h
    left join lateral (
      select id, brand_id, type, chain_id, transaction_id::text as transaction, place, payload, bytes >= ${most} as is_full from (
        select e.*, sum(octet_length(payload)) over (rows unbounded preceding) as bytes from (${events}) e) e
      where bytes - octet_length(payload) < ${most} offset 0) e on true`
  return { sql, parameters }
}

/** The last event that a slice has scanned, if it stopped before the horizon. */
export const boundaryStatement = (scope: BrandsScope, filter: EventFilter, after: FeedPlace, horizon: string) => {
  const { bind, parameters } = place(scope, filter, after)
  const sql = `select e.id, e.transaction::text as transaction, e.place from tenant_scope($1) s, lateral (
    select * from event_looked_at(s.tenant_id, $2::xid8, $3, $4, $5, ${bind(horizon)}::xid8, ${mostLookedAt}) offset 0) e`
  return { sql, parameters }
}

/** Those of many feeds that have an event after their place, settled or not. */
export const advancedStatement = (feeds: ReadonlyArray<{ readonly tenantId: string; readonly after: FeedPlace }>) => ({
  sql: `select f.tenant_id from json_to_recordset($1::json) as f(tenant_id uuid, transaction xid8, place bigint, uuid uuid)
    where exists (select from events e where e.tenant_id = f.tenant_id and e.id >= uuid_at(now() - interval '1 day')
      and (e.transaction_id, e.place, e.id) > (f.transaction, f.place, f.uuid))`,
  parameters: [JSON.stringify(feeds.map(({ after, tenantId }) => ({ tenant_id: tenantId, ...after })))]
})

/** The parameters that all reads begin with: the tenant, the place, and the smallest id that an event after it may have. */
const place = ({ tenant }: BrandsScope, { ticketId }: EventFilter, after: FeedPlace) => {
  const least = earliest(after.uuid)
  const ofTicket = ticketId === undefined ? least : earliest(uuidOf(ticketId))
  const parameters: Array<unknown> = [
    tenant.id,
    after.transaction,
    after.place,
    after.uuid,
    // biome-ignore lint/complexity/useMathMinMax: ids, which are texts
    least < ofTicket ? ofTicket : least
  ]
  return { parameters, bind: (value: unknown) => `$${parameters.push(value)}` }
}

/** The smallest id of anything stored after this one, or about it. */
const earliest = (uuid: string): string => {
  const time = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
  const hex = Math.max(0, time - longestDelay)
    .toString(16)
    .padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
