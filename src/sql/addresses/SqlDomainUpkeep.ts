import { Effect, Layer } from "effect"
import { idOf } from "../../domain/Ids.ts"
import { DomainUpkeep } from "../../tickets/addresses/DomainUpkeep.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"

/** Hours between two checks of a domain, and of an unverified one during its first days. */
const rhythm = { usual: 24, eager: 1, eagerDays: 3 }

interface Row extends ScopeRow {
  readonly id: string
}

/** `DomainUpkeep` for all tenants. */
export const layer = Layer.effect(
  DomainUpkeep,
  Effect.gen(function* () {
    const { system } = yield* Database

    const due = (table: "email_domains" | "portal_domains") => (limit: number) =>
      query(
        system.unsafe<Row>(
          `WITH due AS (
            SELECT d.tenant_id, d.id FROM ${table} d
            JOIN brands b ON b.tenant_id = d.tenant_id AND b.id = d.brand_id AND b.deleted_at IS NULL
            WHERE d.checked_at IS NULL OR d.checked_at < now() - make_interval(hours => $1)
              OR (NOT d.verified AND d.created_at > now() - make_interval(days => $2)
                AND d.checked_at < now() - make_interval(hours => $3))
            ORDER BY d.checked_at NULLS FIRST LIMIT $4 FOR UPDATE OF d SKIP LOCKED)
          UPDATE ${table} d SET checked_at = now() FROM due, tenants t
          WHERE d.tenant_id = due.tenant_id AND d.id = due.id AND t.id = d.tenant_id
          RETURNING d.id, d.tenant_id, t.account_id, t.mode, d.brand_id`,
          [rhythm.usual, rhythm.eagerDays, rhythm.eager, limit]
        )
      ).pipe(Effect.map((rows) => rows.map((row) => ({ scope: scopeOf(row), id: idOf("domain", row.id) }))))

    return DomainUpkeep.of({ takeDue: due("email_domains"), takeDuePortals: due("portal_domains") })
  })
)
