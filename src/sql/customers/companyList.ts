import type { CompanyPosition, CompanyQuery } from "../../domain/CompanyQuery.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { untilFull } from "../maxPageBytes.ts"
import { readBytes } from "../readBytes.ts"
import type { CompanyRow } from "../rows/companyRow.ts"
import type { CustomerRow } from "../rows/customerRow.ts"
import { literal } from "./customerList.ts"

/** Customers that a single read shows, at most. */
const shownCustomers = 100

/** A company with what `shown` adds. */
export interface ShownCompanyRow extends CompanyRow {
  readonly customer_count: number
  readonly sort_value: string | null
  readonly found_rows: number
  readonly customers?: ReadonlyArray<CustomerRow> | null
}

/** Its customers, in `customers k`. The index of customers by company answers a count of them. */
const ofCompany = "k.tenant_id = c.tenant_id and k.company_id = c.id and k.deleted_at is null"

/** Shows, in this order, the companies that `page` selects from `companies c` with a `sort_value`. */
const shown = (page: string, order: string, more = ""): string => {
  const found = `select c.*, (select count(*) from customers k where ${ofCompany}) as customer_count ${more}
    from (${page}) c
    join brands b on b.tenant_id = c.tenant_id and b.id = c.brand_id and b.deleted_at is null
    order by ${order} offset 0`
  const weighed = `select c.*, r.bytes from (${found}) c, ${readBytes([], ["c.metadata"])} r`
  return `select q.* from tenant_scope($1) s, lateral (${untilFull(weighed, order.replaceAll("c.", "q."), "q.bytes")} offset 0) q`
}

/** The statement for one company. */
export const findStatement = shown(
  `select c.*, null::text as sort_value from companies c
    where c.tenant_id = s.tenant_id and c.brand_id = $2 and c.id = $3`,
  "c.id",
  `, (select json_agg(k order by k.id desc) from (
      select k.* from customers k where ${ofCompany} order by k.id desc limit ${shownCustomers}) k) as customers`
)

/** The statement for one page plus one row, which tells whether there is a next page. */
export const listStatement = (scope: BrandScope, { after, limit, order, search, sort }: CompanyQuery) => {
  const parameters: Array<unknown> = [scope.tenant.id, uuidOf(scope.brandId)]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = ["c.tenant_id = s.tenant_id and c.brand_id = $2"]
  if (search !== undefined) {
    const pattern = `lower(${bind(`%${literal(search)}%`)})`
    conditions.push(`(lower(c.name) like ${pattern} or c.domain like ${pattern})`)
  }
  const beyond = order === "asc" ? ">" : "<"
  if (after !== undefined)
    conditions.push(
      sort === "name"
        ? `(c.sort_name, c.id) ${beyond} (${bind(after.value)}::text, ${bind(uuidOf(after.id))}::uuid)`
        : `c.id ${beyond} ${bind(uuidOf(after.id))}::uuid`
    )
  const sorted = sort === "name" ? `c.sort_name ${order}, c.id ${order}` : `c.id ${order}`
  const sql = shown(
    `select c.*, ${sort === "name" ? "c.sort_name" : "null::text"} as sort_value from companies c
      where ${conditions.join(" and ")} order by ${sorted} limit ${limit + 1}`,
    sorted
  )
  return { sql, parameters }
}

/** The position after this row, at which the next page starts. */
export const positionOf = (row: ShownCompanyRow): CompanyPosition => ({
  value: row.sort_value,
  id: idOf("company", row.id)
})
