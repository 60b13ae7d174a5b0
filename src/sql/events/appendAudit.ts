import type { SqlClient } from "effect/sql"
import { type AuditEntry, performedBy } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { type BrandId, type Id, type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { uuidOr } from "../rows/columns.ts"

/** Adds an entry to the audit log, in the transaction of the change that it records. */
export const appendAudit = (
  sql: SqlClient.SqlClient,
  tenant: Tenant,
  causation: Causation,
  id: Id<"log">,
  brandId: BrandId | undefined,
  entry: AuditEntry
) => sql`INSERT INTO audit_log ${sql.insert(rowOf(tenant, causation, id, brandId, entry, undefined))}`

/** Adds one or more entries, in this order, with one statement; those about a ticket are part of its history. */
export const appendAudits = (
  sql: SqlClient.SqlClient,
  tenant: Tenant,
  causation: Causation,
  next: IdGenerator["Service"]["next"],
  brandId: BrandId | undefined,
  entries: readonly [AuditEntry, ...ReadonlyArray<AuditEntry>],
  ticketId?: TicketId
) => {
  const [first, ...rest] = entries
  const row = (entry: AuditEntry) => rowOf(tenant, causation, next("log"), brandId, entry, ticketId)
  return sql`INSERT INTO audit_log ${sql.insert([row(first), ...rest.map(row)])}`
}

const rowOf = (
  tenant: Tenant,
  causation: Causation,
  id: Id<"log">,
  brandId: BrandId | undefined,
  entry: AuditEntry,
  ticketId: TicketId | undefined
) => ({
  id: uuidOf(id),
  tenant_id: tenant.id,
  brand_id: uuidOr(brandId),
  ticket_id: uuidOr(ticketId),
  event: entry.event,
  entity_type: entry.entityType,
  entity_id: uuidOf(entry.entityId),
  changes: entry.changes === undefined ? null : JSON.stringify(entry.changes),
  performed_by: JSON.stringify(performedBy(causation.actor)),
  source: causation.actor.channel,
  metadata: entry.metadata === undefined ? null : JSON.stringify(entry.metadata),
  request_id: causation.id,
  ip: causation.client?.address ?? null,
  user_agent: causation.client?.userAgent ?? null
})
