import { Effect, Layer, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { type TicketId, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import * as SqlCategoryStore from "../../src/sql/settings/SqlCategoryStore.ts"
import * as SqlFieldDefinitionStore from "../../src/sql/settings/SqlFieldDefinitionStore.ts"
import * as SqlStatusStore from "../../src/sql/settings/SqlStatusStore.ts"
import { Categories } from "../../src/tickets/settings/Categories.ts"
import type { StatusCreate } from "../../src/tickets/settings/changeStatuses.ts"
import { FieldDefinitions } from "../../src/tickets/settings/FieldDefinitions.ts"
import { Statuses } from "../../src/tickets/settings/Statuses.ts"
import { byKey } from "./seedTenant.ts"
import { fresh, ticketService } from "./ticketService.ts"

/** The settings of brands, beside the ticket service, on a database of their own. */
export const brandLists = Layer.mergeAll(Categories.layer, Statuses.layer, FieldDefinitions.layer).pipe(
  Layer.provide([SqlCategoryStore.layer, SqlStatusStore.layer, SqlFieldDefinitionStore.layer]),
  Layer.provide(SqlReceipts.layer),
  Layer.provide(Vault.layer),
  Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)]))),
  Layer.provideMerge(ticketService)
)

/** Creates a category with this name. */
export const categoryIn = Effect.fnUntraced(function* (scope: BrandScope, name: string) {
  return yield* fresh((yield* Categories).create(scope, byKey, { name }))
})

/** Creates a custom status of the brand. */
export const statusIn = Effect.fnUntraced(function* (scope: BrandScope, input: StatusCreate) {
  return yield* fresh((yield* Statuses).create(scope, byKey, input))
})

/** Inserts copies of a ticket in its brand. */
export const copied = Effect.fnUntraced(function* (id: TicketId, count: number) {
  const { system: sql } = yield* Database
  yield* sql`insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, status_id, status, status_category, priority, source, origin, category_id, created_at, updated_at)
    select new_uuid_v7(), t.tenant_id, t.brand_id, 2000 + n, t.customer_id, t.customer_email, t.title,
      t.status_id, t.status, t.status_category, t.priority, t.source, t.origin, t.category_id, t.created_at, t.updated_at
    from tickets t, generate_series(1, ${count}::int) n where t.id = ${uuidOf(id)}`
}, Effect.orDie)
