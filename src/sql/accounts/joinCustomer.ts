import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { PortalVisitor } from "../../accounts/PortalTokenStore.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { Customer } from "../../domain/Customer.ts"
import { customerCreated } from "../../domain/CustomerData.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { newCompany } from "../../tickets/customers/changeCompany.ts"
import { updatedCustomer } from "../../tickets/customers/changeCustomer.ts"
import { customerMade, newCustomer } from "../../tickets/customers/createCustomer.ts"
import type { Outcome } from "../../tickets/TicketCommand.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { type Moment, moment } from "../rows/columns.ts"
import { type CustomerRow, customerOf } from "../rows/customerRow.ts"
import { storeOutcome } from "../tickets/storeOutcome.ts"

/**
 * The customer of an address in a brand, or the one they were merged into; created if there is none, and named if they have no
 * name. Runs in the current transaction. `undefined` if there is no such brand. The actor may be the new customer, as when they
 * sign in.
 */
export const joinCustomer = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  next: IdGenerator["Service"]["next"],
  scope: BrandScope,
  { companyName, email, name }: PortalVisitor,
  causationOf: (customer: Customer) => Causation
) {
  const { brandId, tenant } = scope
  const known = Effect.map(
    sql<CustomerRow>`SELECT c.* FROM customers c JOIN brands b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
      WHERE c.tenant_id = ${tenant.id} AND c.id = customer_of(${tenant.id}, ${uuidOf(brandId)}, ${email}) AND b.deleted_at IS NULL`,
    ([row]) => (row === undefined ? undefined : customerOf(row))
  )
  const isWhole = (customer: Customer | undefined) =>
    customer !== undefined && (customer.name !== undefined || name === undefined)
  const present = yield* known
  if (isWhole(present)) return present

  // As in every command that may create or change a customer: of two that would, the second finds what the first has created.
  const [brand] = yield* sql<{ readonly now: Moment; readonly subscribed: boolean }>`
    SELECT now()::timestamptz(3) AS now, EXISTS (SELECT FROM webhooks w
      WHERE w.tenant_id = b.tenant_id AND w.brand_id = b.id AND w.status <> 'disabled') AS subscribed
    FROM brands b WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} AND deleted_at IS NULL FOR NO KEY UPDATE`
  if (brand === undefined) return undefined
  const now = moment(brand.now)
  const store = (causation: Causation, outcome: Omit<Outcome<unknown>, "value">, before?: Customer) =>
    storeOutcome(sql, next, scope, causation, now, brand.subscribed, { value: undefined, ...outcome }, before)

  const made = yield* known
  if (isWhole(made)) return made
  if (made !== undefined) {
    const named = updatedCustomer({ now, companies: [] }, made, "customer.updated", { ...made, name })
    yield* store(causationOf(made), named, made)
    return named.value.customer
  }

  const [company] =
    companyName === undefined
      ? yield* sql<{ readonly id: string }>`SELECT id FROM companies
          WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND domain = split_part(${email}, '@', 2)`
      : yield* sql<{ readonly id: string }>`SELECT id FROM companies
          WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)}
            AND sort_name = left(lower(${companyName}), 60) AND lower(name) = lower(${companyName})
          ORDER BY id LIMIT 1`
  const founded =
    company === undefined && companyName !== undefined
      ? newCompany(next("company"), brandId, { name: companyName }, now)
      : undefined
  const companyId = company === undefined ? founded?.record.id : idOf("company", company.id)
  const customer = newCustomer({ ids: next, now, companyId }, brandId, { email, name })
  const causation = causationOf(customer)
  if (founded !== undefined) {
    const { audit, record } = founded
    yield* sql`INSERT INTO companies (id, tenant_id, brand_id, name, created_at, updated_at)
      VALUES (${uuidOf(record.id)}, ${tenant.id}, ${uuidOf(brandId)}, ${record.name},
        ${DateTime.toDateUtc(now)}, ${DateTime.toDateUtc(now)})`
    if (audit !== undefined) yield* appendAudit(sql, tenant, causation, next("log"), brandId, audit)
  }
  yield* store(causation, { customer, events: [customerCreated(customer)], audit: [customerMade(customer)] })
  return customer
})
