import type { ApiRequest, ToldProblem } from "../../domain/ApiRequest.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { idOr, uuidOr } from "./columns.ts"

/** The names and types of a request's columns. */
const columns = {
  id: "uuid",
  key_id: "uuid",
  key_prefix: "text",
  brand_id: "uuid",
  operation: "text",
  method: "text",
  path: "text",
  query: "text",
  status: "int",
  problem: "json",
  duration_ms: "int",
  idempotency_key: "text",
  replayed: "boolean",
  ip: "text",
  user_agent: "text",
  omitted: "int"
}

export const requestColumns = Object.keys(columns).join(", ")

/** The same as column definitions for JSON, with the tenant's id. */
export const requestRecord = Object.entries({ ...columns, tenant_id: "uuid" })
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")

export interface RequestRow {
  readonly id: string
  readonly key_id: string
  readonly key_prefix: string
  readonly brand_id: string | null
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly query: string | null
  readonly status: number
  readonly problem: ToldProblem | null
  readonly duration_ms: number
  readonly idempotency_key: string | null
  readonly replayed: boolean
  readonly ip: string
  readonly user_agent: string | null
  readonly omitted: number
}

export const requestOf = (row: RequestRow): ApiRequest => ({
  id: idOf("request", row.id),
  apiKey: { id: idOf("key", row.key_id), prefix: row.key_prefix },
  brandId: idOr("brand", row.brand_id),
  operation: row.operation,
  method: row.method,
  path: row.path,
  query: row.query ?? undefined,
  status: row.status,
  problem: row.problem ?? undefined,
  durationMs: row.duration_ms,
  idempotencyKey: row.idempotency_key ?? undefined,
  replayed: row.replayed,
  ip: row.ip,
  userAgent: row.user_agent ?? undefined,
  omitted: row.omitted
})

export const requestRowOf = (
  request: ApiRequest & { readonly tenantId: string }
): RequestRow & { readonly tenant_id: string } => ({
  id: uuidOf(request.id),
  tenant_id: request.tenantId,
  key_id: uuidOf(request.apiKey.id),
  key_prefix: request.apiKey.prefix,
  brand_id: uuidOr(request.brandId),
  operation: request.operation,
  method: request.method,
  path: request.path,
  query: request.query ?? null,
  status: request.status,
  problem: request.problem ?? null,
  duration_ms: request.durationMs,
  idempotency_key: request.idempotencyKey ?? null,
  replayed: request.replayed,
  ip: request.ip,
  user_agent: request.userAgent ?? null,
  omitted: request.omitted
})
