import { type BrandId, idOf, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Reads } from "../../tickets/TicketCommand.ts"
import { idOr } from "../rows/columns.ts"
import { type CompanyRow, companyOf } from "../rows/companyRow.ts"
import { type CustomerRow, customerOf } from "../rows/customerRow.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"
import type { ReferenceRow } from "./loadArrivals.ts"
import { ticketIdsSql } from "./loadTickets.ts"

/** An email address in a brand, and its domain, which may be a company's. */
export interface Address {
  readonly brand: string
  readonly email: string
  readonly domain: string
}

/**
 * Who has an address, or which merged customer had it last: the customer that they became is loaded later. One lookup each
 * (`lateral`, `limit`): a plan made while there were few customers would hash them all until the next ANALYZE.
 */
export const customersByEmail = (emails: ReadonlyArray<Address>, known: Known): Load => ({
  sql: `select w.brand as asked_brand, w.email as asked_email, c.*,
      (select m.id from companies m where m.brand_id = w.brand and m.domain = w.domain) as domain_company_id
    from json_to_recordset($1::json) as w(brand uuid, email text, domain text)
    left join lateral (
      (select * from customers c where c.brand_id = w.brand and c.email = w.email and c.deleted_at is null limit 1)
      union all (select * from customers c where c.brand_id = w.brand and c.email = w.email and c.deleted_at is not null
        and c.merged_into_id is not null order by c.deleted_at desc, c.id desc limit 1)
      limit 1) c on true`,
  parameters: [JSON.stringify(emails)],
  learn: (
    rows: ReadonlyArray<
      CustomerRow & {
        readonly asked_brand: string
        readonly asked_email: string
        readonly domain_company_id: string | null
      }
    >
  ) => {
    for (const row of rows) {
      const company = idOr("company", row.domain_company_id)
      if (company !== undefined) known.learnCompanyOf(idOf("brand", row.asked_brand), row.asked_email, company)
      // The left join found no such customer.
      if ((row.id as string | null) !== null) known.learnHolder(customerOf(row))
    }
  }
})

export const customersByKey = (
  tenant: Tenant,
  keys: ReadonlyArray<{ readonly brand: string } & NonNullable<Reads["customerKeys"]>>,
  known: Known
): Load => ({
  sql: (
    [
      ["email", "email"],
      ["external_id", '"externalId"'],
      ["phone", "phone"]
    ] as const
  )
    .map(
      ([
        column,
        key
      ]) => `select c.* from json_to_recordset($1::json) as w(brand uuid, email text, "externalId" text, phone text)
    join customers c on c.brand_id = w.brand and c.${column} = w.${key} and c.deleted_at is null and c.tenant_id = $2`
    )
    .join(" union all "),
  parameters: [JSON.stringify(keys), tenant.id],
  learn: (rows: ReadonlyArray<CustomerRow>) => {
    for (const row of rows) known.learnCustomer(customerOf(row))
  }
})

export const customers = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  ticketIds: ReadonlyArray<string>,
  references: ReadonlyArray<ReferenceRow>,
  known: Known
): Load => ({
  sql: `select c.* from customers c where c.tenant_id = $1 and c.id = any(array(select unnest($4::uuid[]) union
    select t.customer_id from tickets t where t.tenant_id = $1 and t.id = any(array(${ticketIdsSql}))))`,
  parameters: [tenant.id, ticketIds, JSON.stringify(references), ids],
  learn: (rows: ReadonlyArray<CustomerRow>) => {
    for (const row of rows) known.learnCustomer(customerOf(row))
  }
})

export const companies = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  customerIds: ReadonlyArray<string>,
  emails: ReadonlyArray<Address>,
  known: Known
): Load => ({
  sql: `select co.* from companies co where co.tenant_id = $1 and co.id = any(array(select unnest($2::uuid[])
    union select c.company_id from customers c where c.tenant_id = $1 and c.id = any($3::uuid[])
    union select m.id from json_to_recordset($4::json) as w(brand uuid, domain text)
      join companies m on m.brand_id = w.brand and m.domain = w.domain))`,
  parameters: [tenant.id, ids, customerIds, JSON.stringify(emails)],
  learn: (rows: ReadonlyArray<CompanyRow>) => {
    for (const row of rows) known.companies.set(idOf("company", row.id), companyOf(row))
  }
})

/**
 * Runs after the tickets, as their tags do: whoever began to watch while this waited for a ticket is notified of this change.
 */
export const watchers = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  references: ReadonlyArray<ReferenceRow>,
  known: Known
): Load => ({
  sql: `select ticket_id, member_id from watchers where tenant_id = $1
    and ticket_id = any(${references.length === 0 ? "$2::uuid[]" : `array(${ticketIdsSql})`})`,
  parameters: references.length === 0 ? [tenant.id, ids] : [tenant.id, ids, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<{ readonly ticket_id: string; readonly member_id: string }>) => {
    for (const row of rows) known.learnWatcher(idOf("ticket", row.ticket_id), row.member_id)
  }
})

/**
 * Active members who can see a brand. Those who are to watch a ticket are locked, so that removing a member also removes what
 * they watch by then.
 */
export const members = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  brandIds: ReadonlyArray<string>,
  areToWatch: boolean,
  known: Known
): Load => ({
  sql: `select m.id, m.email, b.brand_id from members m cross join unnest($3::uuid[]) as b(brand_id)
    where m.account_id = $1 and m.id = any($2::uuid[]) and m.status = 'active'
      and (m.role <> 'agent' or m.all_brands or b.brand_id = any(m.brand_ids))${areToWatch ? " order by m.id for key share of m" : ""}`,
  parameters: [uuidOf(tenant.accountId), ids, brandIds],
  learn: (rows: ReadonlyArray<{ readonly id: string; readonly email: string; readonly brand_id: string }>) => {
    for (const { brand_id, email, id } of rows)
      known.learnAssignee(idOf("brand", brand_id) satisfies BrandId, idOf("member", id), email)
  }
})

export const senders = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: "select id, brand_id from addresses where tenant_id = $1 and id = any($2::uuid[]) and verified",
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<{ readonly id: string; readonly brand_id: string }>) => {
    for (const row of rows) known.learnSender(idOf("brand", row.brand_id), idOf("address", row.id))
  }
})
