import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Causation } from "../../domain/Causation.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, type Kind } from "../../domain/Ids.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { type ScopeRow, tenantOf } from "../rows/scopeRow.ts"

/** A record of a name that its brand has not proved, as `released` selects it. */
interface ReleasedRow extends ScopeRow {
  readonly id: string
  readonly name: string
}

/**
 * Removes records of other brands, and adds an entry to the audit log of each. `table` has the rows of addresses or domains;
 * `condition` selects those (as `r`) that lapse.
 */
export const releaseClaims = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  next: IdGenerator["Service"]["next"],
  table: { readonly name: "addresses" | "email_domains"; readonly kind: Extract<Kind, "address" | "domain"> },
  condition: string,
  parameters: ReadonlyArray<unknown>
): Effect.fn.Return<void, SqlError.SqlError> {
  const name = table.kind === "address" ? "r.local_part || '@' || r.domain" : "r.domain"
  const rows = yield* sql.unsafe<ReleasedRow>(
    `DELETE FROM ${table.name} r USING tenants t WHERE t.id = r.tenant_id AND ${condition}
      RETURNING r.id, r.tenant_id, t.account_id, t.mode, r.brand_id, ${name} AS name`,
    parameters
  )
  for (const row of rows) {
    yield* appendAudit(sql, tenantOf(row), bySystem(next("request")), next("log"), idOf("brand", row.brand_id), {
      event: `${table.kind}.released`,
      entityType: "channel",
      entityId: idOf(table.kind, row.id),
      metadata: { [table.kind]: row.name }
    })
  }
})

export const bySystem = (id: Causation["id"]): Causation => ({
  id,
  actor: { type: "system", id: null, name: null, channel: "system" }
})
