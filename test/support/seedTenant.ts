import { Effect } from "effect"
import type { Causation } from "../../src/domain/Causation.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { systemStatuses } from "../../src/domain/Status.ts"
import type { Mode, Tenant } from "../../src/domain/Tenant.ts"
import { Database } from "../../src/sql/Database.ts"

/** A tenant of a new account. */
export const seedTenant = (mode: Mode = "live") =>
  Effect.gen(function* () {
    const { system: sql } = yield* Database
    const ids = yield* IdGenerator
    const tenant: Tenant = { id: crypto.randomUUID(), accountId: ids.next("account"), mode }
    yield* sql`insert into accounts (id, name) values (${uuidOf(tenant.accountId)}, 'Acme')`
    yield* sql`insert into tenants (id, account_id, mode) values (${tenant.id}, ${uuidOf(tenant.accountId)}, ${mode})`
    return tenant
  }).pipe(Effect.orDie)

/** A brand with the four system statuses. */
export const seedBrand = Effect.fnUntraced(function* (tenant: Tenant, name = "Acme") {
  const { system: sql } = yield* Database
  const ids = yield* IdGenerator
  const brandId = ids.next("brand")
  yield* sql`insert into brands (id, tenant_id, name, slug, ticket_prefix)
    values (${uuidOf(brandId)}, ${tenant.id}, ${name}, ${`brand-${brandId.slice(-8)}`}, ${name.toUpperCase().slice(0, 4)})`
  for (const status of systemStatuses)
    yield* sql`insert into statuses (id, tenant_id, brand_id, key, category, name, customer_name, color, is_system, is_default, sort_order)
      values (${uuidOf(ids.next("status"))}, ${tenant.id}, ${uuidOf(brandId)}, ${status.key}, ${status.category}, ${status.name}, ${status.name},
        ${status.color}, true, ${status.isDefault}, ${status.sortOrder})`
  return { tenant, brandId } satisfies BrandScope
}, Effect.orDie)

/** The causation of a request with the account's own API key. */
export const byKey: Causation = {
  id: "req_01m8ae1ddpfbaaa2a0hawktk7m",
  actor: { type: "api_key", id: "key_01m89scr4ef4nrr5004p6h1zgt", name: "billing sync", channel: "api" }
}
