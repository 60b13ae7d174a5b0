import { Effect, Option, Result } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandList } from "../../tickets/settings/BrandList.ts"
import type { TicketCounts } from "../../tickets/settings/CategoryStore.ts"
import type { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { holdTickets } from "../tickets/holdTickets.ts"
import { transaction } from "../transaction.ts"
import { violatedUnique } from "../violatedUnique.ts"
import { lockBrand } from "./brandRecords.ts"

/** The table of a list that brands configure, and how its records become rows. */
export interface ListTable<A, Row> {
  readonly name: string
  /** Columns that are written once, and those that change. */
  readonly fixed: ReadonlyArray<string>
  readonly mutable: ReadonlyArray<string>
  /** The fields that unique indexes stand for. */
  readonly unique: { readonly [index: string]: string }
  readonly of: (row: Row) => A
  readonly rowOf: (tenantId: string, record: A) => object
  /** The columns that order the list; `sort_order` by default. */
  readonly order?: string
  /** The tickets that change with the list. */
  readonly tickets?: (
    sql: SqlClient.SqlClient,
    before: ReadonlyArray<A>,
    saved: ReadonlyArray<A>,
    removed: A | undefined
  ) => Statement.Fragment | undefined
  /** What else follows from a change of the list, in the same transaction. */
  readonly follow?: (
    sql: SqlClient.SqlClient,
    scope: BrandScope,
    before: ReadonlyArray<A>,
    saved: ReadonlyArray<A>
  ) => Effect.Effect<unknown, SqlError.SqlError>
}

/** `BrandList` on a table with the columns `id`, `tenant_id` and `brand_id`, and those of its order. */
export const make = <A extends { readonly id: Parameters<typeof uuidOf>[0] }, Row extends object>(
  database: Database["Service"],
  ids: IdGenerator["Service"],
  table: ListTable<A, Row>
): BrandList<A> => {
  const { reads, writes } = database
  const columns = [...table.fixed, ...table.mutable].join(", ")
  const order = table.order ?? "sort_order"
  const upsert = `INSERT INTO ${table.name} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${table.name}, $1::json)
    ON CONFLICT (tenant_id, id) DO UPDATE SET ${table.mutable.map((name) => `${name} = excluded.${name}`).join(", ")}`

  return {
    list: ({ brandId, tenant }) =>
      query(
        reads.unsafe<Row & { readonly id: string | null }>(
          `SELECT r.* FROM tenant_scope($1) s, LATERAL (SELECT r.* FROM brands b
            LEFT JOIN ${table.name} r ON r.tenant_id = b.tenant_id AND r.brand_id = b.id
            WHERE b.tenant_id = s.tenant_id AND b.id = $2 AND b.deleted_at IS NULL
            ORDER BY r.${order}, r.id OFFSET 0) r`,
          [tenant.id, uuidOf(brandId)]
        )
      ).pipe(
        // No row: no brand. One row of nulls: a brand whose list is empty.
        Effect.map((rows) =>
          rows.length === 0 ? Option.none() : Option.some(rows.filter(({ id }) => id !== null).map(table.of))
        )
      ),

    change: (scope, causation, decide) =>
      Effect.gen(function* () {
        const { brandId, tenant } = scope
        if (!(yield* lockBrand(writes, scope))) return Option.none()
        const rows = yield* writes.unsafe<Row>(
          `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND brand_id = $2 ORDER BY ${order}, id`,
          [tenant.id, uuidOf(brandId)]
        )
        const before = rows.map(table.of)
        const decision = decide(before)
        if (Result.isFailure(decision)) return yield* Effect.fail(decision.failure)
        const { audit, removed, saved, value } = decision.success
        const tickets = table.tickets?.(writes, before, saved, removed)
        if (tickets !== undefined) yield* holdTickets(writes, scope, tickets)
        if (saved.length > 0) {
          yield* writes.unsafe(upsert, [JSON.stringify(saved.map((record) => table.rowOf(tenant.id, record)))])
          yield* table.follow?.(writes, scope, before, saved) ?? Effect.void
        }
        if (removed !== undefined)
          yield* writes.unsafe(`DELETE FROM ${table.name} WHERE tenant_id = $1 AND id = $2`, [
            tenant.id,
            uuidOf(removed.id)
          ])
        for (const entry of audit) yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, entry)
        return Option.some(value)
      }).pipe(violatedUnique(table.unique), transaction(database, scope.tenant))
  }
}

/** The number of tickets, as lists show them, for each record of a brand's list, counted by the function `stats`. */
export const ticketCounts = <I>(
  { reads }: Database["Service"],
  stats: "category_stats" | "status_stats",
  idOf: (uuid: string) => I,
  { brandId, tenant }: BrandScope
) =>
  query(
    reads.unsafe<{ readonly id: string | null; readonly tickets: number }>(
      `SELECT c.* FROM tenant_scope($1) s, LATERAL (
        SELECT n.id, n.tickets FROM brands b LEFT JOIN ${stats}(s.tenant_id, $2) n ON true
        WHERE b.tenant_id = s.tenant_id AND b.id = $2 AND b.deleted_at IS NULL OFFSET 0) c`,
      [tenant.id, uuidOf(brandId)]
    )
  ).pipe(
    Effect.map(
      (rows): Option.Option<TicketCounts<I>> =>
        rows.length === 0
          ? Option.none()
          : Option.some(new Map(rows.flatMap(({ id, tickets }) => (id === null ? [] : [[idOf(id), tickets]]))))
    )
  )
