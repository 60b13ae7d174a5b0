import { Effect, Layer } from "effect"
import { type Id, idOf, uuidOf } from "../../domain/Ids.ts"
import { NotFound } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { AuditLog, type AuditPage, type AuditQuery } from "../../events/AuditLog.ts"
import { Database } from "../Database.ts"
import { pageOfRows, pageRoom } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { readWhole, wholeList } from "../readWhole.ts"
import { type AuditRow, auditOf } from "../rows/auditRow.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { auditBoundary, auditHistory, auditPage, historyBytes, ticketLines } from "./auditStatements.ts"

/** If the subject exists but has no entries, one row of nulls says so. */
type Listed<Row extends AuditRow = AuditRow> = Row | { readonly id: null }
type PagedRow = AuditRow & { readonly found_rows: number }

const historyStatement = wholeList(
  `tenant_scope($1) s, lateral (
    select t.id from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
    where t.tenant_id = s.tenant_id and t.id = $2 and t.brand_id = $3 limit 1) t`,
  { list: auditHistory(ticketLines), size: historyBytes(ticketLines), most: "$4" }
)

/**
 * `AuditLog` in PostgreSQL: a read is one statement, plus another for a long history, or if a filter excludes very many
 * entries.
 */
export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const { reads } = yield* Database
    const page = (tenant: Tenant, { limit }: AuditQuery, sql: string, parameters: ReadonlyArray<unknown>) =>
      // The caller declares the type of `unsafe` rows, beside the columns that it selects.
      query(
        readTexts(
          textTurns,
          { room: pageRoom(limit + 1), tenantId: tenant.id },
          reads.unsafe<Listed<PagedRow>>(sql, parameters),
          Array.from<Listed<PagedRow>>
        )
      )

    /** The page that these entries make; `boundary` finds the last entry scanned, if the scan stopped before the end. */
    const pageOf = Effect.fnUntraced(function* (
      listed: ReadonlyArray<Listed<PagedRow>>,
      asked: AuditQuery,
      boundary: { readonly sql: string; readonly parameters: ReadonlyArray<unknown> }
    ) {
      const found = listed.flatMap((row) => (row.id === null ? [] : [row]))
      const { hasMore, page: shown } = pageOfRows(found, asked.limit)
      const items = shown.map(auditOf)
      if (hasMore) return { items, next: items.at(-1)?.id } satisfies AuditPage
      const [last] = yield* query(reads.unsafe<{ readonly id: string }>(boundary.sql, boundary.parameters))
      const next: Id<"log"> | undefined = last === undefined ? undefined : idOf("log", last.id)
      return { items, next } satisfies AuditPage
    })

    return AuditLog.of({
      ofTicket: Effect.fnUntraced(function* ({ brandId, tenant }, id) {
        const found = yield* readWhole(
          tenant.id,
          (most) =>
            reads.unsafe<Listed & { readonly bytes: number }>(historyStatement, [
              tenant.id,
              uuidOf(id),
              uuidOf(brandId),
              most
            ]),
          Array.from<Listed>
        )
        if (found.length === 0) return yield* new NotFound({ entity: "ticket" })
        return found.flatMap((row) => (row.id === null ? [] : [auditOf(row)]))
      }),

      ofBrand: Effect.fnUntraced(function* (scope, asked) {
        const { parameters, sql } = auditPage(scope.tenant, scope.brandId, asked)
        const found = yield* page(scope.tenant, asked, sql, parameters)
        if (found.length === 0) return yield* new NotFound({ entity: "brand" })
        return yield* pageOf(found, asked, auditBoundary(scope.tenant, scope.brandId, asked))
      }),

      ofAccount: Effect.fnUntraced(function* (tenant, asked) {
        const { parameters, sql } = auditPage(tenant, undefined, asked)
        const found = yield* page(tenant, asked, sql, parameters)
        return yield* pageOf(found, asked, auditBoundary(tenant, undefined, asked))
      })
    })
  })
)
