import { type BrandId, type Id, prefixes, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { AuditQuery } from "../../events/AuditLog.ts"
import { untilFull } from "../maxPageBytes.ts"
import { readBytes } from "../readBytes.ts"
import { auditColumns } from "../rows/auditRow.ts"

/** Entries that one page scans, at most, for those that match a filter. */
const mostLookedAt = 20_000
/** How far the time in an entry's id may differ from the entry's own. */
const skew = "1 hour"
/** How much later than its request an entry may be written: as long as a file may take to arrive, and then some. */
const longestRequest = "10 minutes"
/** What the account's log shows; the index `audit_log_account` holds only these. */
const ofAccount = "entity_type in ('account', 'api_key', 'member', 'brand', 'channel')"

/** The parts of an entry `l` that may be long. */
const lineBytes = readBytes([], ["l.changes", "l.metadata"])

/**
 * Bytes of JSON that a ticket's history contains, newest entries first; for earlier entries, it leaves out what they changed.
 */
export const maxHistoryBytes = 16 * 1024 * 1024

/**
 * Entries of the history, the newest: something that changes a ticket every minute leaves half a million a year. Older ones are
 * in the brand's log.
 */
export const maxHistoryLines = 10_000

/** The entries of `audit_log` that make up the history of a ticket `t`; `s` is the tenant's scope. */
export const ticketLines = `(select * from audit_log where tenant_id = s.tenant_id and ticket_id = t.id
  order by id desc limit ${maxHistoryLines}) lines`

/**
 * Selects these entries of `audit_log`, oldest first. Sizes are read from the newest entry up to `maxHistoryBytes`, and no
 * further.
 */
export const auditHistory = (lines: string): string => {
  const columns = auditColumns.replace("changes", "case when not l.is_cut then l.changes end as changes")
  return `select ${columns}, l.is_cut and l.changes is not null as is_cut from (
    select ${auditColumns}, coalesce(id <= (
      select n.id from (
        select l.id, sum(r.bytes) over (order by l.id desc rows unbounded preceding) as bytes
        from (select id, changes, metadata from ${lines} order by id desc offset 0) l, ${lineBytes} r) n
      where n.bytes > ${maxHistoryBytes} order by n.id desc limit 1), false) as is_cut
    from ${lines} order by id offset 0) l order by id`
}

/** Bytes that an entry takes in an answer, beside what it has changed. */
const bytesOfLine = 512

/** Selects, as `bytes`, the approximate size of an answer with the history: JSON is counted as it is stored. */
export const historyBytes = (lines: string): string =>
  `select coalesce(least(sum(coalesce(pg_column_size(changes), 0) + coalesce(pg_column_size(metadata), 0)), ${maxHistoryBytes})
    + count(*) * ${bytesOfLine}, 0)::int as bytes from ${lines}`

/** A page, newest entry first, plus one entry; at least one row if the brand exists. */
export const auditPage = (tenant: Tenant, brandId: BrandId | undefined, asked: AuditQuery) => {
  const { bind, looked, parameters } = walk(tenant, brandId, asked)
  const conditions = [
    ...(asked.entityTypes === undefined ? [] : [`entity_type = any(${bind(asked.entityTypes)}::text[])`]),
    ...(asked.events === undefined ? [] : [`event = any(${bind(asked.events)}::text[])`]),
    ...(asked.requestId === undefined ? [] : [`request_id = ${bind(asked.requestId)}`]),
    ...(asked.performerTypes === undefined
      ? []
      : [`performed_by ->> 'type' = any(${bind(asked.performerTypes)}::text[])`]),
    ...(asked.from === undefined ? [] : [`created_at >= ${bind(iso(asked.from))}::timestamptz`]),
    ...(asked.until === undefined ? [] : [`created_at <= ${bind(iso(asked.until))}::timestamptz`])
  ]
  const found = `select l.*, r.bytes from (
      select ${auditColumns} from (${looked("*")} limit ${mostLookedAt}) looked
      ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`} order by id desc limit ${asked.limit + 1}) l, ${lineBytes} r`
  const sql = `select l.* from tenant_scope($1) s${
    brandId === undefined
      ? ""
      : ", lateral (select from brands where tenant_id = s.tenant_id and id = $2 and deleted_at is null limit 1) b"
  } left join lateral (${untilFull(found, "q.id desc", "q.bytes")} offset 0) l on true`
  return { sql, parameters }
}

/** The last entry that a page has scanned, if it has not scanned all there are. */
export const auditBoundary = (tenant: Tenant, brandId: BrandId | undefined, asked: AuditQuery) => {
  const { looked, parameters } = walk(tenant, brandId, asked)
  return {
    sql: `select l.* from tenant_scope($1) s, lateral (${looked("id")} offset ${mostLookedAt - 1} limit 1) l`,
    parameters
  }
}

/** The entries that a page scans, in its order, which an index yields. */
const walk = (
  tenant: Tenant,
  brandId: BrandId | undefined,
  { after, entityId, from, requestId, until }: AuditQuery
) => {
  const parameters: Array<unknown> = brandId === undefined ? [tenant.id] : [tenant.id, uuidOf(brandId)]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = [
    "tenant_id = s.tenant_id",
    brandId === undefined ? ofAccount : "brand_id = $2",
    ...(entityId === undefined ? [] : [`entity_id = ${bind(uuidOf(entityId))}::uuid`]),
    ...(requestId === undefined ? [] : ofRequest(requestId, bind)),
    ...(after === undefined ? [] : [`id < ${bind(uuidOf(after))}::uuid`]),
    ...(from === undefined ? [] : [`id >= uuid_at(${bind(iso(from))}::timestamptz - interval '${skew}')`]),
    ...(until === undefined ? [] : [`id <= uuid_at(${bind(iso(until))}::timestamptz + interval '${skew}')`])
  ]
  const looked = (columns: string) =>
    `select ${columns} from audit_log where ${conditions.join(" and ")} order by id desc`
  return { bind, looked, parameters }
}

/** Where a request's entries can be: the same server created its id before theirs. Other causes may take longer. */
const ofRequest = (id: Id, bind: (value: unknown) => string): ReadonlyArray<string> => {
  const uuid = `${bind(uuidOf(id))}::uuid`
  const isRequest = id.startsWith(`${prefixes.request}_`)
  return [`id > ${uuid}`, ...(isRequest ? [`id < uuid_at(uuid_time(${uuid}) + interval '${longestRequest}')`] : [])]
}
