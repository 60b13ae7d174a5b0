import { Effect, Layer, Option } from "effect"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { CustomerStore } from "../../tickets/customers/CustomerStore.ts"
import { Database } from "../Database.ts"
import { pageOfRows, pageRoom } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { companyOf } from "../rows/companyRow.ts"
import { customerOf } from "../rows/customerRow.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { listStatement, positionOf, type ShownCustomerRow, searchStatement, shown } from "./customerList.ts"

/** `CustomerStore` in PostgreSQL: every read is one statement. */
export const layer = Layer.effect(
  CustomerStore,
  Effect.gen(function* () {
    const database = yield* Database

    const rows = (
      { tenant }: BrandScope,
      limit: number,
      { parameters, sql }: { readonly sql: string; readonly parameters: ReadonlyArray<unknown> }
    ) => {
      // Its statements all select the columns of `shown`.
      const read = database.reads.unsafe<ShownCustomerRow>(sql, parameters)
      return query(
        readTexts(textTurns, { room: pageRoom(limit), tenantId: tenant.id }, read, Array.from<ShownCustomerRow>)
      )
    }

    return CustomerStore.of({
      find: Effect.fnUntraced(function* (scope, id) {
        const [row] = yield* rows(scope, 1, {
          sql: shown(
            `select c.*, null::text as sort_value from customers c
              where c.tenant_id = s.tenant_id and c.id = $2 and c.brand_id = $3 and c.deleted_at is null`,
            "c.id"
          ),
          parameters: [scope.tenant.id, uuidOf(id), uuidOf(scope.brandId)]
        })
        return row === undefined ? Option.none() : Option.some(detailOf(row))
      }),

      list: Effect.fnUntraced(function* (scope, asked) {
        const found = yield* rows(scope, asked.limit + 1, listStatement(scope, asked))
        const { hasMore, page } = pageOfRows(found, asked.limit)
        const last = page.at(-1)
        return {
          items: page.map(detailOf),
          next: hasMore && last !== undefined ? positionOf(last) : undefined
        }
      }),

      search: (scope, text, limit) =>
        Effect.map(rows(scope, limit, searchStatement(scope, text, limit)), (found) => found.map(detailOf))
    })
  })
)

const detailOf = (row: ShownCustomerRow): CustomerDetail => ({
  customer: customerOf(row),
  company: row.company === null ? undefined : companyOf(row.company),
  ticketCount: row.ticket_count
})
