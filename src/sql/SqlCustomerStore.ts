import { Effect, Layer, Option } from "effect"
import type { CustomerDetail } from "../domain/CustomerDetail.ts"
import { uuidOf } from "../domain/Ids.ts"
import { CustomerStore } from "../tickets/CustomerStore.ts"
import { listStatement, positionOf, type ShownCustomerRow, searchStatement, shown } from "./customerList.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { companyOf } from "./rows/companyRow.ts"
import { customerOf } from "./rows/customerRow.ts"

/** `CustomerStore` in PostgreSQL: every read is one statement. */
export const layer = Layer.effect(
  CustomerStore,
  Effect.gen(function* () {
    const database = yield* Database

    const rows = ({ parameters, sql }: { readonly sql: string; readonly parameters: ReadonlyArray<unknown> }) =>
      // Its statements all select the columns of `shown`.
      query(database.reads.unsafe<ShownCustomerRow>(sql, parameters))

    return CustomerStore.of({
      find: Effect.fnUntraced(function* (scope, id) {
        const [row] = yield* rows({
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
        const found = yield* rows(listStatement(scope, asked))
        const page = found.slice(0, asked.limit)
        const last = page.at(-1)
        return {
          items: page.map(detailOf),
          next: found.length > asked.limit && last !== undefined ? positionOf(last) : undefined
        }
      }),

      search: (scope, text, limit) =>
        Effect.map(rows(searchStatement(scope, text, limit)), (found) => found.map(detailOf))
    })
  })
)

const detailOf = (row: ShownCustomerRow): CustomerDetail => ({
  customer: customerOf(row),
  company: row.company === null ? undefined : companyOf(row.company),
  ticketCount: row.ticket_count
})
