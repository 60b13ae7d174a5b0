import type { SqlClient } from "effect/sql"
import { type AuditEntry, performedBy } from "../domain/AuditEntry.ts"
import type { Causation } from "../domain/Causation.ts"
import { type BrandId, type Id, uuidOf } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"
import { uuidOr } from "./rows/columns.ts"

/** Adds a line to the audit log; part of the transaction of the change that it tells. */
export const appendAudit = (
  sql: SqlClient.SqlClient,
  tenant: Tenant,
  causation: Causation,
  id: Id<"log">,
  brandId: BrandId | undefined,
  entry: AuditEntry
) =>
  sql`INSERT INTO audit_log ${sql.insert({
    id: uuidOf(id),
    tenant_id: tenant.id,
    brand_id: uuidOr(brandId),
    event: entry.event,
    entity_type: entry.entityType,
    entity_id: uuidOf(entry.entityId),
    changes: entry.changes === undefined ? null : JSON.stringify(entry.changes),
    performed_by: JSON.stringify(performedBy(causation.actor)),
    source: causation.actor.channel,
    metadata: entry.metadata === undefined ? null : JSON.stringify(entry.metadata),
    request_id: causation.id
  })}`
