import { Effect, Layer, Option } from "effect"
import type { CompanyDetail } from "../../domain/CompanyDetail.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { type CompanyId, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { CompanyStore } from "../../tickets/customers/CompanyStore.ts"
import { Database } from "../Database.ts"
import { pageOfRows } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { companyOf, rowOfCompany } from "../rows/companyRow.ts"
import { customerOf } from "../rows/customerRow.ts"
import * as BrandRecords from "../settings/brandRecords.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { findStatement, listStatement, positionOf, type ShownCompanyRow } from "./companyList.ts"

/** MiB that a page of companies may take, or one company with a hundred of its customers, each with its `metadata`. */
const roomOfJson = 8

/** `CompanyStore` in PostgreSQL: customers lose a removed company through their foreign key. */
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
    const rows = ({ tenant }: BrandScope, sql: string, parameters: ReadonlyArray<unknown>) => {
      // Both statements select the columns of `shown`.
      const read = database.reads.unsafe<ShownCompanyRow>(sql, parameters)
      return query(readTexts(textTurns, { room: roomOfJson, tenantId: tenant.id }, read, Array.from<ShownCompanyRow>))
    }

    return CompanyStore.of({
      ...records,

      find: (scope, id) =>
        Effect.map(rows(scope, findStatement, [scope.tenant.id, uuidOf(scope.brandId), uuidOf(id)]), ([row]) =>
          row === undefined
            ? Option.none()
            : Option.some({ ...detailOf(row), customers: (row.customers ?? []).map(customerOf) })
        ),

      list: Effect.fnUntraced(function* (scope, asked) {
        const { parameters, sql } = listStatement(scope, asked)
        const found = yield* rows(scope, sql, parameters)
        const { hasMore, page } = pageOfRows(found, asked.limit)
        const last = page.at(-1)
        return {
          items: page.map(detailOf),
          next: hasMore && last !== undefined ? positionOf(last) : undefined
        }
      })
    })
  })
)

const detailOf = (row: ShownCompanyRow): CompanyDetail => ({
  company: companyOf(row),
  customerCount: row.customer_count
})
