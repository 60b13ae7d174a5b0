import { Effect, Layer, Option } from "effect"
import type { CompanyDetail } from "../domain/CompanyDetail.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { type CompanyId, uuidOf } from "../domain/Ids.ts"
import { CompanyStore } from "../tickets/CompanyStore.ts"
import * as BrandRecords from "./brandRecords.ts"
import { findStatement, listStatement, positionOf, type ShownCompanyRow } from "./companyList.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { companyOf, rowOfCompany } from "./rows/companyRow.ts"
import { customerOf } from "./rows/customerRow.ts"

/** `CompanyStore` in PostgreSQL: customers lose a company that is removed by their foreign key. */
export const layer = Layer.effect(
  CompanyStore,
  Effect.gen(function* () {
    const database = yield* Database
    const records = BrandRecords.make<ReturnType<typeof companyOf>, CompanyId, Parameters<typeof companyOf>[0]>(
      database,
      yield* IdGenerator,
      {
        name: "companies",
        fixed: ["id", "tenant_id", "brand_id", "created_at"],
        mutable: ["name", "domain", "external_id", "metadata", "version", "updated_at"],
        unique: { companies_domain: "domain" },
        of: companyOf,
        rowOf: rowOfCompany
      }
    )
    const rows = (sql: string, parameters: ReadonlyArray<unknown>) =>
      // Both statements select the columns of `shown`.
      query(database.reads.unsafe<ShownCompanyRow>(sql, parameters))

    return CompanyStore.of({
      ...records,

      find: ({ brandId, tenant }, id) =>
        Effect.map(rows(findStatement, [tenant.id, uuidOf(brandId), uuidOf(id)]), ([row]) =>
          row === undefined
            ? Option.none()
            : Option.some({ ...detailOf(row), customers: (row.customers ?? []).map(customerOf) })
        ),

      list: Effect.fnUntraced(function* (scope, asked) {
        const { parameters, sql } = listStatement(scope, asked)
        const found = yield* rows(sql, parameters)
        const page = found.slice(0, asked.limit)
        const last = page.at(-1)
        return {
          items: page.map(detailOf),
          next: found.length > asked.limit && last !== undefined ? positionOf(last) : undefined
        }
      })
    })
  })
)

const detailOf = (row: ShownCompanyRow): CompanyDetail => ({
  company: companyOf(row),
  customerCount: row.customer_count
})
