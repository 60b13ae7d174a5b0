import type { CustomerPosition, CustomerQuery, CustomerSort } from "../../domain/CustomerQuery.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { untilFull } from "../maxPageBytes.ts"
import { readBytes } from "../readBytes.ts"
import type { CompanyRow } from "../rows/companyRow.ts"
import type { CustomerRow } from "../rows/customerRow.ts"

/** Characters of a name that are sorted by, so that a page's position stays short. */
const sortedCharacters = 60

/** What each order sorts by; creation order is id order, and addresses are unique. */
const sortKeys: Record<CustomerSort, { readonly expression: string; readonly nullable: boolean } | undefined> = {
  createdAt: undefined,
  name: { expression: `left(lower(c.name), ${sortedCharacters})`, nullable: true },
  email: { expression: "c.email", nullable: false }
}

/** A customer with what is shown in addition. */
export interface ShownCustomerRow extends CustomerRow {
  readonly company: CompanyRow | null
  readonly ticket_count: number
}

/** A customer in a list. */
export interface ListedCustomerRow extends ShownCustomerRow {
  readonly sort_value: string | null
  readonly found_rows: number
}

/**
 * Shows, in this order, the customers that `page` selects from `customers c`; `s.tenant_id` is the tenant. The page is found
 * first, so that it costs no more than its rows.
 */
const shown = (page: string, order: string): string => `select c.*, to_json(co) as company,
      (select count(*) from tickets t where t.tenant_id = c.tenant_id and t.customer_id = c.id and t.deleted_at is null) as ticket_count
    from (${page}) c
    join brands b on b.tenant_id = c.tenant_id and b.id = c.brand_id and b.deleted_at is null
    left join companies co on co.tenant_id = c.tenant_id and co.id = c.company_id order by ${order} offset 0`

/** The statement for one customer. */
export const findStatement = `select q.* from tenant_scope($1) s, lateral (${shown(
  "select * from customers where tenant_id = s.tenant_id and id = $2 and brand_id = $3 and deleted_at is null",
  "c.id"
)}) q`

/** The statement for the customers that `page` selects with a `sort_value`, until the page is full. */
const listed = (page: string, order: string): string => {
  const weighed = `select c.*, r.bytes from (${shown(page, order)}) c, ${readBytes([], ["c.metadata", "c.identities", "c.company"])} r`
  return `select q.* from tenant_scope($1) s, lateral (${untilFull(weighed, order.replaceAll("c.", "q."), "q.bytes")} offset 0) q`
}

/** The statement for one page plus one row, which tells whether there is a next page. */
export const listStatement = (scope: BrandScope, query: CustomerQuery) => {
  const { after, companies, externalId, limit, order, search } = query
  const { bind, parameters } = bindings(scope)
  const conditions = [ofBrand]
  if (companies !== undefined)
    conditions.push(
      `(c.company_id = any(${bind(companies.ids.map(uuidOf))}::uuid[])${companies.none ? " or c.company_id is null" : ""})`
    )
  if (externalId !== undefined) conditions.push(`c.external_id = ${bind(externalId)}`)
  const pattern = search === undefined ? undefined : bind(`%${literal(search)}%`)
  if (pattern !== undefined) conditions.push(contains(pattern))

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
  const page = (more: string) => `select c.*, ${value} as sort_value from customers c
      where ${conditions.join(" and ")} ${more} order by ${sorted(value)} limit ${limit + 1}`
  return {
    sql: listed(pattern === undefined ? page("") : found(pattern, page, page), sorted("c.sort_value")),
    parameters
  }
}

/**
 * The customers who contain the pattern: if it is rare, those that the index yields; if it is common, so that the next rows
 * contain it anyway, those met while walking an index in the requested order.
 */
const found = (pattern: string, rare: (more: string) => string, common: (more: string) => string) => `
    with found as materialized (select customers_containing(s.tenant_id, $2, lower(${pattern})) as ids)
    select * from (${rare("and c.id = any((select ids from found)::uuid[])")}) rare
    union all select * from (${common("and (select ids from found) is null")}) common`

/** Matches that are ranked, the newest, if very many contain the text. */
const ranked = 200

/** The statement for the best matches: first those whose name or address begins with the text, then the newest. */
export const searchStatement = (scope: BrandScope, text: string, limit: number) => {
  const { bind, parameters } = bindings(scope)
  const begins = `lower(${bind(`${literal(text)}%`)})`
  const rank = `case when c.email like ${begins} or lower(c.name) like ${begins} then '1' else '2' end`
  const pattern = bind(`%${literal(text)}%`)
  const matches = (more: string, most: string) =>
    `select c.*, ${rank} as sort_value from customers c where ${ofBrand} and ${contains(pattern)} ${more} ${most}`
  const best = `order by sort_value, c.id desc limit ${limit}`
  const page = found(
    pattern,
    (more) => matches(more, best),
    (more) => `select * from (${matches(more, `order by c.id desc limit ${ranked}`)}) c ${best}`
  )
  return { sql: listed(page, "c.sort_value, c.id desc"), parameters }
}

/** The position after this row, at which the next page starts. */
export const positionOf = (row: ListedCustomerRow): CustomerPosition => ({
  value: row.sort_value,
  id: idOf("customer", row.id)
})

const bindings = (scope: BrandScope) => {
  const parameters: Array<unknown> = [scope.tenant.id, uuidOf(scope.brandId)]
  return { parameters, bind: (value: unknown) => `$${parameters.push(value)}` }
}

const ofBrand = "c.tenant_id = s.tenant_id and c.brand_id = $2 and c.deleted_at is null"

/** A LIKE pattern that matches exactly this text. */
export const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&")

/** Whether the name, address, phone number or company name contains the pattern. Addresses are stored in lower case. */
const contains = (pattern: string) => `(c.email like lower(${pattern}) or lower(c.name) like lower(${pattern})
  or c.phone like ${pattern} or c.company_id in (select co.id from companies co
    where co.tenant_id = s.tenant_id and co.brand_id = $2 and lower(co.name) like lower(${pattern})))`
