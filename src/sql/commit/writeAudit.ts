import { performedBy } from "../../domain/AuditEntry.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { uuidOr } from "../rows/columns.ts"
import type { Batch } from "./Batch.ts"
import type { Writer } from "./Writer.ts"

/** Writes who did what, and the answers for retries. */
export const writeAudit = (writer: Writer, batch: Batch, next: IdGenerator["Service"]["next"]) => {
  const { moment } = writer
  const tenantId = writer.tenant.id
  writer.insert(
    "audit_new",
    "audit_log",
    [
      "id",
      "tenant_id",
      "brand_id",
      "ticket_id",
      "event",
      "entity_type",
      "entity_id",
      "changes",
      "performed_by",
      "source",
      "metadata",
      "request_id",
      "ip",
      "user_agent",
      "created_at"
    ],
    batch.audit.map(({ brandId, ticketId, entry, causation }) => ({
      id: uuidOf(next("log")),
      tenant_id: tenantId,
      brand_id: uuidOf(brandId),
      ticket_id: uuidOr(ticketId),
      event: entry.event,
      entity_type: entry.entityType,
      entity_id: uuidOf(entry.entityId),
      changes: entry.changes,
      performed_by: performedBy(causation.actor),
      source: causation.actor.channel,
      metadata: entry.metadata,
      request_id: causation.id,
      ip: causation.client?.address,
      user_agent: causation.client?.userAgent,
      created_at: moment
    }))
  )
  writer.insert(
    "receipts_new",
    "receipts",
    ["tenant_id", "key", "fingerprint", "status", "headers", "body", "sealed"],
    batch.newReceipts.map(({ key, receipt: { answer, fingerprint, secret } }) => ({
      ...answer,
      tenant_id: tenantId,
      key: `\\x${key}`,
      fingerprint: `\\x${fingerprint}`,
      sealed: secret
    }))
  )
}
