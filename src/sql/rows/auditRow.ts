import type { AuditedEntity } from "../../domain/AuditEntry.ts"
import { connectionIdKinds, connectionKinds } from "../../domain/ChannelConnection.ts"
import { idOf, type Kind } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { AuditRecord } from "../../events/AuditLog.ts"
import { idOr, type Moment, moment } from "./columns.ts"

export const auditColumns =
  "id, brand_id, event, entity_type, entity_id, changes, performed_by, source, metadata, request_id, ip, user_agent, created_at"

export interface AuditRow {
  readonly id: string
  readonly brand_id: string | null
  readonly event: string
  readonly entity_type: AuditedEntity
  readonly entity_id: string
  readonly changes: JsonObject | null
  readonly performed_by: JsonObject
  readonly source: string
  readonly metadata: JsonObject | null
  readonly request_id: string | null
  readonly ip: string | null
  readonly user_agent: string | null
  readonly created_at: Moment
  /** In a history: what the entry changed is left out. */
  readonly is_cut?: boolean
}

/** The kind of id of each kind of entity; channels have several. */
const kindOf: Record<AuditedEntity, Kind> = {
  account: "account",
  ticket: "ticket",
  comment: "comment",
  attachment: "attachment",
  customer: "customer",
  company: "company",
  category: "category",
  tag: "tag",
  status: "status",
  field: "field",
  brand: "brand",
  webhook: "webhook",
  channel: "address",
  api_key: "key",
  member: "member"
}

/** The event's name tells addresses, domains and connections apart, and the entry's metadata the kind of connection. */
const kindOfId = ({ entity_type, event, metadata }: AuditRow): Kind => {
  if (event.startsWith("domain.")) return "domain"
  const connection = connectionKinds.find((kind) => event.startsWith("channel.") && kind === metadata?.["kind"])
  return connection === undefined ? kindOf[entity_type] : connectionIdKinds[connection]
}

export const auditOf = (row: AuditRow): AuditRecord => ({
  id: idOf("log", row.id),
  brandId: idOr("brand", row.brand_id),
  event: row.event,
  entityType: row.entity_type,
  entityId: idOf(kindOfId(row), row.entity_id),
  changes: row.changes ?? undefined,
  changesTruncated: row.is_cut === true ? true : undefined,
  performedBy: row.performed_by,
  source: row.source,
  metadata: row.metadata ?? undefined,
  requestId: row.request_id ?? undefined,
  ip: row.ip ?? undefined,
  userAgent: row.user_agent ?? undefined,
  createdAt: moment(row.created_at)
})
