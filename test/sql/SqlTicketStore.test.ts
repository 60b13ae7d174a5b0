import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlTicketStore from "../../src/sql/SqlTicketStore.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey, seedBrand, seedTenant } from "../support/seedTenant.ts"
import { silentHandoff } from "../support/silentHandoff.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { untilAwaited } from "../support/untilAwaited.ts"

const live = Tickets.layer.pipe(
  Layer.provide(SqlTicketStore.layer),
  Layer.provide(silentHandoff),
  Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer))
)

const brand = Effect.flatMap(seedTenant(), seedBrand)

const opened = Effect.fnUntraced(function* (scope: BrandScope, email = "ines@north.example") {
  const tickets = yield* Tickets
  const once = yield* tickets.create(scope, byKey, { title: "Help", customer: { email }, source: "api" })
  return once.replayed ? yield* Effect.die("replayed") : once.value.ticket
})

layer(live, { excludeTestServices: true })("SqlTicketStore", (it) => {
  it.effect("tries commands one by one when PostgreSQL gives up the transaction that they shared", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const tickets = yield* Tickets
      const { system } = yield* Database
      const [first, second] = [yield* opened(scope), yield* opened(scope)]
      const locked = yield* Deferred.make<void>()
      // Another node's transaction, which takes the same two locks in the other order, and is waited for first.
      const other = yield* Effect.forkChild(
        system.withTransaction(
          Effect.gen(function* () {
            yield* system`select 1 from tickets where id = ${uuidOf(second.id)} for update`
            yield* Deferred.succeed(locked, undefined)
            yield* untilAwaited
            yield* system`select 1 from tickets where id = ${uuidOf(first.id)} for update`
          })
        )
      )
      yield* Deferred.await(locked)
      yield* Effect.forEach([first, second], ({ id }) => tickets.update(scope, byKey, id, { title: "Still changed" }), {
        concurrency: "unbounded"
      })
      yield* Fiber.join(other)
      for (const { id } of [first, second])
        assert.strictEqual((yield* tickets.get(scope, id)).ticket.title, "Still changed")
    })
  )

  it.effect("gives a ticket to a customer only while nobody else changes the brand's customers", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const tickets = yield* Tickets
      const { system } = yield* Database
      const [ticket, { customerId }] = [yield* opened(scope), yield* opened(scope, "ole@north.example")]
      const locked = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        system.withTransaction(
          Effect.gen(function* () {
            yield* system`select 1 from brands where id = ${uuidOf(scope.brandId)} for no key update`
            yield* Deferred.succeed(locked, undefined)
            yield* untilAwaited
            yield* system`update customers set email = 'ole@west.example' where id = ${uuidOf(customerId)}`
          })
        )
      )
      yield* Deferred.await(locked)
      yield* tickets.update(scope, byKey, ticket.id, { customer: { id: customerId } })
      yield* Fiber.interrupt(other)
      assert.strictEqual((yield* tickets.get(scope, ticket.id)).ticket.customerEmail, "ole@west.example")
    })
  )
})
