import { Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf } from "../../domain/Ids.ts"
import { FileScans } from "../../tickets/files/FileScans.ts"
import { Database } from "../Database.ts"
import { appendAudits } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"

/** Files that a node takes on at a time. */
const handful = 20
/** How long a node has to judge what it took on before another does; also the pause before a failed scan is retried. */
const lease = "5 minutes"

/** `FileScans` for all tenants. */
export const layer = Layer.effect(
  FileScans,
  Effect.gen(function* () {
    const { system } = yield* Database
    const ids = yield* IdGenerator

    return FileScans.of({
      take: query(
        system.unsafe<{ readonly tenant_id: string; readonly blob_key: string }>(`with taken as (
            update attachments set scan = 'pending', scan_at = now() + interval '${lease}' where (tenant_id, id) in (
              select tenant_id, id from attachments where status = 'UPLOADED' and (scan is null or scan = 'pending') and scan_at <= now()
              order by scan_at limit ${handful} for update skip locked) returning tenant_id, blob_key)
          select distinct tenant_id, blob_key from taken where blob_key is not null`)
      ).pipe(Effect.map((rows) => rows.map((row) => ({ tenantId: row.tenant_id, blobKey: row.blob_key })))),

      judged: ({ blobKey, tenantId }, verdict) =>
        Effect.gen(function* () {
          const files = yield* system<JudgedRow>`UPDATE attachments f SET scan = ${verdict.verdict}
            FROM tenants t WHERE t.id = f.tenant_id AND f.tenant_id = ${tenantId} AND f.blob_key = ${blobKey}
              AND f.status = 'UPLOADED' AND coalesce(f.scan, 'pending') = 'pending'
            RETURNING f.id, f.tenant_id, f.brand_id, f.ticket_id, f.filename, t.account_id, t.mode`
          if (verdict.verdict === "clean") return
          for (const file of files) {
            const { brandId, tenant } = scopeOf(file)
            yield* appendAudits(
              system,
              tenant,
              { id: ids.next("request"), actor: scanner },
              ids.next,
              brandId,
              [
                {
                  event: "attachment.blocked",
                  entityType: "attachment",
                  entityId: idOf("attachment", file.id),
                  metadata: { filename: file.filename, threat: verdict.threat }
                }
              ],
              file.ticket_id === null ? undefined : idOf("ticket", file.ticket_id)
            )
          }
        }).pipe(system.withTransaction, retryConflicts, query)
    })
  })
)

interface JudgedRow extends ScopeRow {
  readonly id: string
  readonly ticket_id: string | null
  readonly filename: string
}

const scanner: Causation["actor"] = { type: "system", id: null, name: "malware scanner", channel: "system" }
