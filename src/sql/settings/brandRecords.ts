import { Effect, Option, Result } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { type Id, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandRecords } from "../../tickets/settings/BrandRecords.ts"
import type { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { transaction } from "../transaction.ts"
import { violatedUnique } from "../violatedUnique.ts"

/** The table of a brand's records, and how records become rows and back. */
export interface RecordTable<A, Row> {
  readonly name: string
  /** Columns that are written once, and those that change. */
  readonly fixed: ReadonlyArray<string>
  readonly mutable: ReadonlyArray<string>
  /** The fields that unique indexes stand for. */
  readonly unique: { readonly [index: string]: string }
  readonly of: (row: Row) => A
  readonly rowOf: (tenantId: string, record: A) => object
}

/** `BrandRecords` on a table with the columns `id`, `tenant_id` and `brand_id`. */
export const make = <A, I extends Id, Row extends object>(
  database: Database["Service"],
  ids: IdGenerator["Service"],
  table: RecordTable<A, Row>
): BrandRecords<A, I> => {
  const { writes } = database
  const columns = [...table.fixed, ...table.mutable].join(", ")
  const parameters = ({ tenant }: BrandScope, record: A) => [JSON.stringify(table.rowOf(tenant.id, record))]

  const lock = (scope: BrandScope, id: I) =>
    Effect.gen(function* () {
      if (!(yield* lockBrand(writes, scope))) return undefined
      const [row] = yield* writes.unsafe<Row>(
        `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND brand_id = $2 AND id = $3 FOR UPDATE`,
        [scope.tenant.id, uuidOf(scope.brandId), uuidOf(id)]
      )
      return row === undefined ? undefined : table.of(row)
    })

  return {
    insert: (scope, causation, { audit, record }) =>
      Effect.gen(function* () {
        if (!(yield* lockBrand(writes, scope))) return Option.none()
        yield* writes.unsafe(
          `INSERT INTO ${table.name} (${columns}) SELECT ${columns} FROM json_populate_record(NULL::${table.name}, $1::json)`,
          parameters(scope, record)
        )
        if (audit !== undefined)
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
        return Option.some(record)
      }).pipe(violatedUnique(table.unique), transaction(database, scope.tenant)),

    update: (scope, causation, id, change) =>
      Effect.gen(function* () {
        const before = yield* lock(scope, id)
        if (before === undefined) return Option.none()
        const decision = change(before)
        if (Result.isFailure(decision)) return yield* Effect.fail(decision.failure)
        const { audit, record } = decision.success
        if (audit !== undefined) {
          yield* writes.unsafe(
            `UPDATE ${table.name} r SET ${table.mutable.map((column) => `${column} = n.${column}`).join(", ")}
              FROM json_populate_record(NULL::${table.name}, $1::json) n WHERE r.tenant_id = n.tenant_id AND r.id = n.id`,
            parameters(scope, record)
          )
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
        }
        return Option.some(record)
      }).pipe(violatedUnique(table.unique), transaction(database, scope.tenant)),

    delete: (scope, causation, id, check) =>
      Effect.gen(function* () {
        const record = yield* lock(scope, id)
        if (record === undefined) return Option.none()
        const audit = yield* Effect.fromResult(check(record))
        yield* writes.unsafe(`DELETE FROM ${table.name} WHERE tenant_id = $1 AND id = $2`, [
          scope.tenant.id,
          uuidOf(id)
        ])
        yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
        return Option.some(record)
      }).pipe(transaction(database, scope.tenant))
  }
}

/**
 * Locks the brand for the rest of the transaction; returns whether it exists. Commands lock a brand before anything in it, so
 * there are no deadlocks.
 */
export const lockBrand = (
  sql: SqlClient.SqlClient,
  { brandId, tenant }: BrandScope
): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.map(
    sql`SELECT FROM brands WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} AND deleted_at IS NULL
      FOR NO KEY UPDATE`,
    (found) => found.length > 0
  )
