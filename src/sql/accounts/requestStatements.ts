import type { ApiRequestQuery } from "../../accounts/ApiRequestStore.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { requestColumns } from "../rows/requestRow.ts"

/** Requests that one page scans, at most, for those that match a filter. */
const mostLookedAt = 20_000

/** A page, newest request first, plus one request. */
export const requestPage = (tenant: Tenant, asked: ApiRequestQuery) => {
  const { bind, looked, parameters } = walk(tenant, asked)
  const { brandId, limit, methods, operations, path, statuses } = asked
  const ranges = statuses?.map(([least, most]) => `status between ${bind(least)}::int and ${bind(most)}::int`)
  const conditions = [
    ...(brandId === undefined ? [] : [`brand_id = ${bind(uuidOf(brandId))}::uuid`]),
    ...(operations === undefined ? [] : [`operation = any(${bind(operations)}::text[])`]),
    ...(methods === undefined ? [] : [`method = any(${bind(methods)}::text[])`]),
    ...(ranges === undefined ? [] : [`(${ranges.join(" or ")})`]),
    ...(path === undefined ? [] : [`starts_with(path, ${bind(path)}::text)`])
  ]
  const sql = `select r.* from tenant_scope($1) s, lateral (
    select ${requestColumns} from (${looked("*")} limit ${mostLookedAt}) looked
    ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`} order by id desc limit ${limit + 1} offset 0) r`
  return { sql, parameters }
}

/** The last request that a page has scanned, if it has not scanned all there are. */
export const requestBoundary = (tenant: Tenant, asked: ApiRequestQuery) => {
  const { looked, parameters } = walk(tenant, asked)
  return {
    sql: `select r.* from tenant_scope($1) s, lateral (${looked("id")} offset ${mostLookedAt - 1} limit 1) r`,
    parameters
  }
}

/** The requests that a page scans, in its order, which one index yields. */
const walk = (tenant: Tenant, asked: ApiRequestQuery) => {
  const { after, from, id, until } = asked
  const parameters: Array<unknown> = [tenant.id]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = [
    "tenant_id = s.tenant_id",
    ...leading(asked, bind),
    ...(id === undefined ? [] : [`id = ${bind(uuidOf(id))}::uuid`]),
    ...(after === undefined ? [] : [`id < ${bind(uuidOf(after))}::uuid`]),
    ...(from === undefined ? [] : [`id >= uuid_at(${bind(iso(from))}::timestamptz)`]),
    ...(until === undefined ? [] : [`id < uuid_at(${bind(iso(until))}::timestamptz + interval '1 millisecond')`])
  ]
  const looked = (columns: string) =>
    `select ${columns} from api_requests where ${conditions.join(" and ")} order by id desc`
  return { bind, looked, parameters }
}

/** The conditions that an index begins with. */
const leading = (
  { brandId, keyId, operations = [], statuses = [] }: ApiRequestQuery,
  bind: (value: unknown) => string
): ReadonlyArray<string> => {
  const refused = statuses.length > 0 && statuses.every(([least]) => least >= 400) ? ["status >= 400"] : []
  if (keyId !== undefined) return [`key_id = ${bind(uuidOf(keyId))}::uuid`, ...refused]
  if (refused.length > 0) return refused
  if (operations.length === 1) return [`operation = ${bind(operations[0])}::text`]
  return brandId === undefined ? [] : [`brand_id = ${bind(uuidOf(brandId))}::uuid`]
}
