import { DateTime, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { StatusRecord } from "../../domain/Status.ts"
import { StatusStore } from "../../tickets/settings/StatusStore.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { fixedStatusColumns, mutableStatusColumns, rowOfStatus, statusOf } from "../rows/statusRow.ts"
import * as BrandList from "./brandList.ts"

/** `StatusStore` in PostgreSQL. */
export const layer = Layer.effect(
  StatusStore,
  Effect.gen(function* () {
    const database = yield* Database
    const list = BrandList.make(database, yield* IdGenerator, {
      name: "statuses",
      fixed: fixedStatusColumns,
      mutable: mutableStatusColumns,
      unique: { statuses_key: "key" },
      of: statusOf,
      rowOf: rowOfStatus,
      tickets: (sql, before, saved) => {
        const keys = moved(before, saved).map(({ key }) => key)
        return keys.length === 0 ? undefined : sql.and([sql.in("status", keys), sql.literal(isCustom)])
      },
      follow: (sql, scope, before, saved) =>
        Effect.forEach(moved(before, saved), (status) => moveTickets(sql, scope, status), { discard: true })
    })
    const statusId = (uuid: string) => idOf("status", uuid)

    return StatusStore.of({
      ...list,
      ticketCounts: (scope) => BrandList.ticketCounts(database, "status_stats", statusId, scope),

      keysAmong: ({ brands, tenant }, keys) =>
        query(
          database.reads.unsafe<{ readonly key: string }>(
            `SELECT k.* FROM tenant_scope($1) s, LATERAL (SELECT DISTINCT st.key FROM statuses st
              WHERE st.tenant_id = s.tenant_id AND st.key = ANY($2::text[])
                AND ($3::uuid[] IS NULL OR st.brand_id = ANY($3::uuid[])) OFFSET 0) k`,
            [tenant.id, keys, brands === "all" ? null : [...brands].map(uuidOf)]
          )
        ).pipe(Effect.map((rows) => rows.map(({ key }) => key))),

      ticketsIn: ({ brandId, tenant }, id, most) =>
        query(
          database.reads<{ readonly tickets: number }>`SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT count(*)::int AS tickets FROM (SELECT FROM tickets t
              WHERE t.tenant_id = s.tenant_id AND t.brand_id = ${uuidOf(brandId)}
                AND t.status = (SELECT key FROM statuses WHERE tenant_id = s.tenant_id AND id = ${uuidOf(id)})
                AND t.status NOT IN ('open', 'pending', 'resolved', 'closed') LIMIT ${most}) t OFFSET 0) c`
        ).pipe(Effect.map(([row]) => row?.tickets ?? 0))
    })
  })
)

/** Statuses that move to another category. */
const moved = (before: ReadonlyArray<StatusRecord>, saved: ReadonlyArray<StatusRecord>) =>
  saved.filter((status) => before.some(({ category, id }) => id === status.id && category !== status.category))

/** The index of custom statuses requires this literal list of keys. */
const isCustom = "status NOT IN ('open', 'pending', 'resolved', 'closed')"

/**
 * Moves a status's tickets to its new category, following the life cycle for existing tickets: resolved ones have a time of
 * resolution, and no others do.
 */
const moveTickets = (
  sql: SqlClient.SqlClient,
  { brandId, tenant }: BrandScope,
  { category, key, updatedAt }: StatusRecord
) => sql`UPDATE tickets SET status_category = ${category},
    resolved_at = CASE WHEN ${category} = 'resolved' THEN coalesce(resolved_at, ${DateTime.toDateUtc(updatedAt)}::timestamptz(3)) END
  WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND status = ${key} AND ${sql.literal(isCustom)}`
