import type { CustomerPosition, CustomerQuery, CustomerSort } from "../domain/CustomerQuery.ts"
import { idOf, uuidOf } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { CompanyRow } from "./rows/companyRow.ts"
import type { CustomerRow } from "./rows/customerRow.ts"

/** Characters of a name that it is sorted by, so that a page's position stays short. */
const sortedCharacters = 60

/** What each order sorts by; creation is the order of ids, and nobody shares an address. */
const sortKeys: Record<CustomerSort, { readonly expression: string; readonly nullable: boolean } | undefined> = {
  createdAt: undefined,
  name: { expression: `left(lower(c.name), ${sortedCharacters})`, nullable: true },
  email: { expression: "c.email", nullable: false }
}

/** A customer with what `shown` adds. */
export interface ShownCustomerRow extends CustomerRow {
  readonly company: CompanyRow | null
  readonly ticket_count: number
  readonly sort_value: string | null
}

/**
 * The statement that shows, in this order, the customers that `page` selects from `customers c` with a `sort_value`;
 * `s.tenant_id` is the tenant. The page is found first, so that its cost is that of its rows.
 */
export const shown = (page: string, order: string): string => `select q.* from tenant_scope($1) s, lateral (
    select c.*, to_json(co) as company,
      (select count(*) from tickets t where t.tenant_id = c.tenant_id and t.customer_id = c.id and t.deleted_at is null) as ticket_count
    from (${page}) c
    join brands b on b.tenant_id = c.tenant_id and b.id = c.brand_id and b.deleted_at is null
    left join companies co on co.tenant_id = c.tenant_id and co.id = c.company_id order by ${order} offset 0) q`

/** The statement for one page and one row more, which tells whether there is a next page. */
export const listStatement = (scope: BrandScope, query: CustomerQuery) => {
  const { after, companies, externalId, order, search } = query
  const { bind, parameters } = bindings(scope)
  const conditions = [ofBrand]
  if (companies !== undefined)
    conditions.push(
      `(c.company_id = any(${bind(companies.ids.map(uuidOf))}::uuid[])${companies.none ? " or c.company_id is null" : ""})`
    )
  if (externalId !== undefined) conditions.push(`c.external_id = ${bind(externalId)}`)
  if (search !== undefined) conditions.push(contains(bind(`%${literal(search)}%`)))

  const key = sortKeys[query.sort]
  const beyond = order === "asc" ? ">" : "<"
  if (after !== undefined) {
    const id = `${bind(uuidOf(after.id))}::uuid`
    if (key === undefined) conditions.push(`c.id ${beyond} ${id}`)
    else if (after.value === null) conditions.push(`${key.expression} is null and c.id ${beyond} ${id}`)
    else {
      const rest = `(${key.expression}, c.id) ${beyond} (${bind(after.value)}::text, ${id})`
      conditions.push(key.nullable ? `(${rest} or ${key.expression} is null)` : rest)
    }
  }
  const sorted = (value: string) =>
    key === undefined ? `c.id ${order}` : `${value} ${order}${key.nullable ? " nulls last" : ""}, c.id ${order}`
  const value = key?.expression ?? "null::text"
  const sql = shown(
    `select c.*, ${value} as sort_value from customers c
      where ${conditions.join(" and ")} order by ${sorted(value)} limit ${query.limit + 1}`,
    sorted("c.sort_value")
  )
  return { sql, parameters }
}

/** The statement for the best matches: first those whose name or address begins with the text, then the newest. */
export const searchStatement = (scope: BrandScope, text: string, limit: number) => {
  const { bind, parameters } = bindings(scope)
  const begins = `lower(${bind(`${literal(text)}%`)})`
  const rank = `case when c.email like ${begins} or lower(c.name) like ${begins} then '1' else '2' end`
  const sql = shown(
    `select c.*, ${rank} as sort_value from customers c
      where ${ofBrand} and ${contains(bind(`%${literal(text)}%`))} order by sort_value, c.id desc limit ${limit}`,
    "c.sort_value, c.id desc"
  )
  return { sql, parameters }
}

/** Where the page after this row starts. */
export const positionOf = (row: ShownCustomerRow): CustomerPosition => ({
  value: row.sort_value,
  id: idOf("customer", row.id)
})

const bindings = (scope: BrandScope) => {
  const parameters: Array<unknown> = [scope.tenant.id, uuidOf(scope.brandId)]
  return { parameters, bind: (value: unknown) => `$${parameters.push(value)}` }
}

const ofBrand = "c.tenant_id = s.tenant_id and c.brand_id = $2 and c.deleted_at is null"

/** A text as a LIKE pattern that matches it alone. */
export const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&")

/** Whether the name, address, phone number or company name contains the pattern. Addresses are in lower case already. */
const contains = (pattern: string) => `(c.email like lower(${pattern}) or lower(c.name) like lower(${pattern})
  or c.phone like ${pattern} or c.company_id in (select co.id from companies co
    where co.tenant_id = s.tenant_id and co.brand_id = $2 and lower(co.name) like lower(${pattern})))`
