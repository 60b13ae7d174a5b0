import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlCustomerMergeStore from "../../../src/sql/customers/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../../../src/sql/customers/SqlCustomerStore.ts"
import * as SqlReceipts from "../../../src/sql/events/SqlReceipts.ts"
import { CustomerMergeStore } from "../../../src/tickets/customers/CustomerMergeStore.ts"
import { CustomerMerges } from "../../../src/tickets/customers/CustomerMerges.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey } from "../../support/seedTenant.ts"
import { testVault } from "../../support/testVault.ts"
import { eventsAbout, fresh, freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"

let broughtBack: Effect.Effect<unknown> = Effect.void

/** Restores a ticket from the trash after the visible ones were moved, and before those in the trash are. */
const bringingBack = Layer.effect(
  CustomerMergeStore,
  Effect.map(CustomerMergeStore, (store) => ({
    ...store,
    giveRest: (...what: Parameters<typeof store.giveRest>) =>
      Effect.andThen(
        Effect.suspend(() => broughtBack),
        store.giveRest(...what)
      )
  }))
).pipe(Layer.provide(SqlCustomerMergeStore.layer))

const services = CustomerMerges.layer.pipe(
  Layer.provide([bringingBack, SqlCustomerStore.layer, SqlReceipts.layer]),
  Layer.provide(testVault),
  Layer.provideMerge(ticketService)
)

layer(services, { excludeTestServices: true })("A merge of customers", (it) => {
  it.effect("publishes an event for a ticket that is restored meanwhile, and for none that stays in the trash", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const [merges, target] = [yield* CustomerMerges, yield* openedIn(scope)]
      const former = { customer: { email: "former@north.example" } }
      const [back, stays] = [yield* openedIn(scope, former), yield* openedIn(scope, former)]
      for (const { id } of [back, stays]) yield* tickets.delete(scope, byKey, id)
      broughtBack = Effect.orDie(tickets.restore(scope, byKey, back.id))
      yield* fresh(merges.merge(scope, byKey, target.customerId, [back.customerId]))

      for (const { id } of [back, stays]) {
        const { ticket } = yield* tickets.get(scope, id, { deleted: true })
        assert.strictEqual(ticket.customerId, target.customerId)
      }
      const last = (yield* eventsAbout(back.id)).at(-1)
      assert.deepInclude(last?.data["diff"], { customerId: { from: back.customerId, to: target.customerId } })
      assert.strictEqual((yield* eventsAbout(stays.id)).at(-1)?.type, "ticket.deleted")
    })
  )
})
