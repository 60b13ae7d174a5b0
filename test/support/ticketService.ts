import { Effect, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type Id, uuidOf } from "../../src/domain/Ids.ts"
import type { Json } from "../../src/domain/Json.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import type { TicketQuery } from "../../src/domain/TicketQuery.ts"
import type { Once } from "../../src/events/Receipt.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import type { TicketCreate } from "../../src/tickets/openTicket.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey, seedBrand, seedTenant } from "./seedTenant.ts"
import { silentHandoff } from "./silentHandoff.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { testVault } from "./testVault.ts"

/** The ticket service on a database, in a node without a dispatcher. */
export const ticketServiceOn = <A>(database: Layer.Layer<A | Database | IdGenerator>) =>
  Layer.mergeAll(Tickets.layer, Comments.layer).pipe(
    Layer.provideMerge(SqlTicketStore.layer),
    Layer.provide([silentHandoff, testVault]),
    Layer.provideMerge(database)
  )

/** The ticket service on a database of its own. */
export const ticketService = ticketServiceOn(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer))

export const invoice: TicketCreate = {
  title: "Invoice shows the wrong company",
  body: "Please correct the address.",
  customer: { email: "ines@north.example", name: "Ines Roth" },
  source: "api"
}

/** The query of a list without parameters. */
export const newest: TicketQuery = {
  spam: "exclude",
  deleted: "exclude",
  merged: "exclude",
  sort: "createdAt",
  order: "desc",
  limit: 25
}

/** A brand of a new tenant. */
export const freshBrand = Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))

/** The value of a command that had not been executed before. */
export const fresh = <A, E, R>(command: Effect.Effect<Once<A>, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(command, (once) => (once.replayed ? Effect.die("replayed") : Effect.succeed(once.value)))

export const openedIn = Effect.fnUntraced(function* (scope: BrandScope, input: Partial<TicketCreate> = {}) {
  const tickets = yield* Tickets
  return (yield* fresh(tickets.create(scope, byKey, { ...invoice, ...input }))).ticket
})

/** The events about a ticket or customer, in feed order. */
export const eventsAbout = Effect.fnUntraced(function* (subject: Id) {
  const { system } = yield* Database
  const rows = yield* system<{ type: string; seq: number | null; internal: boolean; spam: boolean; payload: string }>`
    select type, seq, internal, spam, payload from events where chain_id = ${uuidOf(subject)} order by id`
  return rows.map((row) => ({ ...row, data: (JSON.parse(row.payload) as { data: Record<string, Json> }).data }))
}, Effect.orDie)

/** A record as JSON shows it: fields without a value are absent. */
export const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A call that is expected to fail. */
export type Attempt = Effect.Effect<unknown, { readonly _tag: string }>
