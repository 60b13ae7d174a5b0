import { Effect, Layer } from "effect"
import { type Id, idOf, uuidOf } from "../domain/Ids.ts"
import { NotFound } from "../domain/Problems.ts"
import { AuditLog, type AuditPage, type AuditQuery } from "../events/AuditLog.ts"
import { auditBoundary, auditPage } from "./auditStatements.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { type AuditRow, auditColumns, auditOf } from "./rows/auditRow.ts"

/** What is looked for may be missing; then one row of nulls says that it has no lines. */
type Listed = AuditRow | { readonly id: null }

/** `AuditLog` in PostgreSQL: a read is one statement; one more where a filter leaves out very many lines. */
export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const { reads } = yield* Database
    // `unsafe` rows are typed by their caller, beside the columns it selects.
    const rows = <Row extends object>(sql: string, parameters: ReadonlyArray<unknown>) =>
      query(reads.unsafe<Row>(sql, parameters))

    /** The page in these lines; `boundary` finds the last line looked at, where looking stopped before the end. */
    const pageOf = Effect.fnUntraced(function* (
      listed: ReadonlyArray<Listed>,
      asked: AuditQuery,
      boundary: { readonly sql: string; readonly parameters: ReadonlyArray<unknown> }
    ) {
      const found = listed.flatMap((row) => (row.id === null ? [] : [auditOf(row)]))
      const items = found.slice(0, asked.limit)
      if (found.length > asked.limit) return { items, next: items.at(-1)?.id } satisfies AuditPage
      const [last] = yield* rows<{ readonly id: string }>(boundary.sql, boundary.parameters)
      const next: Id<"log"> | undefined = last === undefined ? undefined : idOf("log", last.id)
      return { items, next } satisfies AuditPage
    })

    return AuditLog.of({
      ofTicket: Effect.fnUntraced(function* ({ brandId, tenant }, id) {
        const found = yield* rows<Listed>(
          `select l.* from tenant_scope($1) s, lateral (
            select t.id from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
            where t.tenant_id = s.tenant_id and t.id = $2 and t.brand_id = $3 limit 1) t
          left join lateral (
            select ${auditColumns} from audit_log where tenant_id = s.tenant_id and ticket_id = t.id order by id offset 0) l on true`,
          [tenant.id, uuidOf(id), uuidOf(brandId)]
        )
        if (found.length === 0) return yield* new NotFound({ entity: "ticket" })
        return found.flatMap((row) => (row.id === null ? [] : [auditOf(row)]))
      }),

      ofBrand: Effect.fnUntraced(function* (scope, asked) {
        const { parameters, sql } = auditPage(scope.tenant, scope.brandId, asked)
        const found = yield* rows<Listed>(sql, parameters)
        if (found.length === 0) return yield* new NotFound({ entity: "brand" })
        return yield* pageOf(found, asked, auditBoundary(scope.tenant, scope.brandId, asked))
      }),

      ofAccount: Effect.fnUntraced(function* (tenant, asked) {
        const { parameters, sql } = auditPage(tenant, undefined, asked)
        const found = yield* rows<Listed>(sql, parameters)
        return yield* pageOf(found, asked, auditBoundary(tenant, undefined, asked))
      })
    })
  })
)
