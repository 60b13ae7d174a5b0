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
import {
  findStatement,
  type ListedCustomerRow,
  listStatement,
  positionOf,
  type ShownCustomerRow,
  searchStatement
} from "./customerList.ts"

/** `CustomerStore` in PostgreSQL: every read is one statement. */
export const layer = Layer.effect(
  CustomerStore,
  Effect.gen(function* () {
    const { reads } = yield* Database

    const rows = (
      { tenant }: BrandScope,
      limit: number,
      { parameters, sql }: { readonly sql: string; readonly parameters: ReadonlyArray<unknown> }
    ) => {
      // Both statements select these columns.
      const read = reads.unsafe<ListedCustomerRow>(sql, parameters)
      return query(
        readTexts(textTurns, { room: pageRoom(limit), tenantId: tenant.id }, read, Array.from<ListedCustomerRow>)
      )
    }

    return CustomerStore.of({
      find: ({ brandId, tenant }, id) =>
        query(reads.unsafe<ShownCustomerRow>(findStatement, [tenant.id, uuidOf(id), uuidOf(brandId)])).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), detailOf))
        ),

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
