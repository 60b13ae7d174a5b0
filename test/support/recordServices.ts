import { assert } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type Id, type TagId, type TicketId, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import * as SqlCompanyStore from "../../src/sql/customers/SqlCompanyStore.ts"
import * as SqlCustomerStore from "../../src/sql/customers/SqlCustomerStore.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlTagStore from "../../src/sql/settings/SqlTagStore.ts"
import * as SqlWatcherStore from "../../src/sql/tickets/SqlWatcherStore.ts"
import { BulkChanges } from "../../src/tickets/BulkChanges.ts"
import { Companies } from "../../src/tickets/customers/Companies.ts"
import { Customers } from "../../src/tickets/customers/Customers.ts"
import type { CompanyCreate } from "../../src/tickets/customers/changeCompany.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import { Tags } from "../../src/tickets/settings/Tags.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { Watchers } from "../../src/tickets/Watchers.ts"
import { byKey } from "./seedTenant.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { type Attempt, fresh, newest, ticketServiceOn } from "./ticketService.ts"

/** Companies, customers, tags and watchers beside the ticket service and the intake, on a database. */
export const recordServicesOn = <A>(database: Layer.Layer<A | Database | IdGenerator>) =>
  Layer.mergeAll(BulkChanges.layer, Companies.layer, Customers.layer, Intake.layer, Tags.layer, Watchers.layer).pipe(
    Layer.provide([SqlCompanyStore.layer, SqlCustomerStore.layer, SqlTagStore.layer, SqlWatcherStore.layer]),
    Layer.provide([SqlReceipts.layer, SqlInboundLog.layer]),
    Layer.provide(Vault.layer),
    Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)]))),
    Layer.provideMerge(ticketServiceOn(database))
  )

/** The same on a database of their own. */
export const recordServices = recordServicesOn(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer))

export const companyIn = Effect.fnUntraced(function* (scope: BrandScope, input: CompanyCreate) {
  return yield* fresh((yield* Companies).create(scope, byKey, input))
})

export const tagIn = Effect.fnUntraced(function* (scope: BrandScope, name: string) {
  return yield* fresh((yield* Tags).create(scope, byKey, { name }))
})

/** Sets a ticket's tags, as a change of the ticket does. */
export const retagged = Effect.fnUntraced(function* (
  scope: BrandScope,
  id: TicketId,
  tags: { readonly names?: ReadonlyArray<string>; readonly ids?: ReadonlyArray<TagId> }
) {
  const change = { tags: { names: tags.names ?? [], ids: tags.ids ?? [] } }
  return yield* fresh((yield* Tickets).update(scope, byKey, id, change))
})

/** The names of a ticket's tags, as lists show them. */
export const tagsShown = Effect.fnUntraced(function* (scope: BrandScope, id: TicketId) {
  const { items } = yield* (yield* Tickets).list(scope, newest)
  return items.find(({ ticket }) => ticket.id === id)?.ticket.tags.map(({ name }) => name)
})

/** The audit log of a record, oldest first; `ticket_id` is the ticket whose history shows the entry. */
export const auditAbout = Effect.fnUntraced(function* (id: Id) {
  const { system } = yield* Database
  return yield* system<{
    event: string
    entity_type: string
    changes: Record<string, unknown> | null
    metadata: Record<string, unknown> | null
    ticket_id: string | null
  }>`select event, entity_type, changes, metadata, ticket_id from audit_log where entity_id = ${uuidOf(id)} order by id`
}, Effect.orDie)

/** Asserts that all attempts fail because their subject does not exist. */
export const assertUnknown = Effect.fnUntraced(function* (attempts: ReadonlyArray<Attempt>) {
  for (const attempt of attempts) assert.strictEqual((yield* Effect.flip(attempt))._tag, "NotFound")
})
