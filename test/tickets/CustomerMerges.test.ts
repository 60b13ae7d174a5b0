import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type CustomerId, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlCustomerErasureStore from "../../src/sql/SqlCustomerErasureStore.ts"
import * as SqlCustomerMergeStore from "../../src/sql/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../../src/sql/SqlCustomerStore.ts"
import * as SqlReceipts from "../../src/sql/SqlReceipts.ts"
import * as SqlTicketStore from "../../src/sql/SqlTicketStore.ts"
import { CustomerErasureStore } from "../../src/tickets/CustomerErasureStore.ts"
import { CustomerMerges } from "../../src/tickets/CustomerMerges.ts"
import { Customers } from "../../src/tickets/Customers.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey, seedBrand, seedTenant } from "../support/seedTenant.ts"
import { silentHandoff } from "../support/silentHandoff.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { testVault } from "../support/testVault.ts"

/** The services of one node, on the database. */
const node = Layer.mergeAll(CustomerMerges.layer, Customers.layer, Tickets.layer, SqlCustomerErasureStore.layer).pipe(
  Layer.provide([SqlTicketStore.layer, SqlCustomerStore.layer, SqlCustomerMergeStore.layer, SqlReceipts.layer]),
  Layer.provide([silentHandoff, testVault])
)
const live = node.pipe(Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer)))

const brand = Effect.flatMap(seedTenant(), seedBrand)

/** A customer with a ticket that is open and one in the trash. */
const known = Effect.fnUntraced(function* (scope: BrandScope, name: string) {
  const customers = yield* Customers
  const tickets = yield* Tickets
  const made = yield* customers.create(scope, byKey, { email: `${name}@north.example`, name })
  if (made.replayed) return yield* Effect.die("replayed")
  const { id } = made.value.customer
  const opened = yield* Effect.forEach(["open", "deleted"], (title) =>
    tickets.create(scope, byKey, { title, body: name, customer: { id }, source: "api" })
  )
  const ids = opened.flatMap((once) => (once.replayed ? [] : [once.value.ticket.id]))
  for (const deleted of ids.slice(1)) yield* tickets.delete(scope, byKey, deleted)
  return id
})

/** A merge whose process died after the first commit, so long ago. */
const interrupt = Effect.fnUntraced(function* (from: CustomerId, to: CustomerId, age = "1 hour") {
  const { system } = yield* Database
  yield* system`UPDATE customers SET deleted_at = now() - ${age}::interval, merged_into_id = ${uuidOf(to)}
    WHERE id = ${uuidOf(from)}`
}, Effect.orDie)

const ticketsOf = Effect.fnUntraced(function* (id: CustomerId) {
  const { system } = yield* Database
  const rows = yield* system<{ body: string; customer_email: string }>`SELECT body, customer_email FROM tickets
    WHERE customer_id = ${uuidOf(id)} ORDER BY id`
  return rows.map(({ body, customer_email }) => [body, customer_email])
}, Effect.orDie)

layer(live, { excludeTestServices: true })("Merges that were interrupted", (it) => {
  it.effect("are finished after a while, along the chain, for tickets in the trash too", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const merges = yield* CustomerMerges
      const [ann, bob, cat, dan] = [
        yield* known(scope, "ann"),
        yield* known(scope, "bob"),
        yield* known(scope, "cat"),
        yield* known(scope, "dan")
      ]
      yield* interrupt(ann, bob)
      yield* interrupt(bob, cat)
      yield* interrupt(dan, cat, "1 second")
      yield* interrupt(cat, cat, "1 hour")
      yield* merges.finish
      assert.lengthOf(yield* ticketsOf(ann), 2, "a circle has no end")
      const { system } = yield* Database
      yield* system`UPDATE customers SET deleted_at = NULL, merged_into_id = NULL WHERE id = ${uuidOf(cat)}`
      yield* merges.finish
      assert.deepStrictEqual([yield* ticketsOf(ann), yield* ticketsOf(bob), yield* ticketsOf(dan)], [[], [], []])
      const owned = ["ann", "bob", "cat", "dan"].flatMap((name) => [name, name])
      assert.deepStrictEqual(
        yield* ticketsOf(cat),
        owned.map((name) => [name, "cat@north.example"])
      )
    })
  )

  it.effect("leave alone who was merged a moment ago: that call is under way", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [ann, bob] = [yield* known(scope, "ann"), yield* known(scope, "bob")]
      yield* interrupt(ann, bob, "1 second")
      yield* (yield* CustomerMerges).finish
      assert.lengthOf(yield* ticketsOf(ann), 2)
    })
  )

  it.effect("end with one who was deleted since, as if they had come before", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [ann, bob] = [yield* known(scope, "ann"), yield* known(scope, "bob")]
      yield* interrupt(ann, bob)
      yield* (yield* Customers).delete(scope, byKey, bob)
      yield* (yield* CustomerMerges).finish
      assert.deepStrictEqual([(yield* ticketsOf(ann)).length, (yield* ticketsOf(bob)).length], [0, 4])
    })
  )

  it.effect("are erased with whom they turned out to be, wherever their tickets are", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [ann, bob] = [yield* known(scope, "ann"), yield* known(scope, "bob")]
      yield* interrupt(ann, bob)
      const { system } = yield* Database
      yield* system`UPDATE customers SET deleted_at = now(), erased_at = now(), email = id || '@erased.invalid', name = NULL
        WHERE id = ${uuidOf(bob)}`
      const { forget } = yield* CustomerErasureStore
      yield* Effect.repeat(forget, { while: (count) => count > 0 })
      const erased = ["[erased]", `${uuidOf(bob)}@erased.invalid`]
      assert.deepStrictEqual([yield* ticketsOf(ann), yield* ticketsOf(bob)], [[], [erased, erased, erased, erased]])
    })
  )
})

layer(live, { excludeTestServices: true })("Merges by two nodes", (it) => {
  it.effect("in chains and circles, while tickets are opened, lose nobody and no ticket", () =>
    Effect.gen(function* () {
      const nodes = yield* Effect.all([Layer.build(Layer.fresh(node)), Layer.build(Layer.fresh(node))])
      const onNode = <A, E>(n: number, work: Effect.Effect<A, E, CustomerMerges | Tickets>) =>
        Effect.provideContext(work, nodes[n % 2] ?? nodes[0])
      const scope = yield* brand
      const names = ["ann", "bob", "cat", "dan", "eve", "fay"]
      const people = yield* Effect.forEach(names, (name) => known(scope, name))
      const pairs = people.flatMap((to) => people.filter((from) => from !== to).map((from) => [from, to] as const))
      const merging = Effect.forEach(
        pairs,
        ([from, to], n) =>
          onNode(n, Effect.exit(CustomerMerges.use((merges) => merges.merge(scope, byKey, to, [from])))),
        { concurrency: "unbounded" }
      )
      const opening = Effect.forEach(
        [...names, ...names, ...names, ...names],
        (name, n) =>
          onNode(
            n,
            Tickets.use((tickets) =>
              tickets.create(scope, byKey, {
                title: "new",
                customer: { email: `${name}@north.example` },
                source: "api"
              })
            )
          ),
        { concurrency: 4 }
      )
      const [merged] = yield* Effect.all([merging, opening], { concurrency: "unbounded" })
      assert.isAtLeast(merged.filter(Exit.isSuccess).length, people.length - 1)

      const { system } = yield* Database
      const [found] = yield* system`WITH RECURSIVE chain AS (
          SELECT id, id AS at FROM customers WHERE brand_id = ${uuidOf(scope.brandId)}
          UNION SELECT chain.id, c.merged_into_id FROM chain JOIN customers c ON c.id = chain.at WHERE c.merged_into_id IS NOT NULL)
        SELECT (SELECT count(*)::int FROM customers c WHERE c.brand_id = ${uuidOf(scope.brandId)} AND NOT EXISTS (
            SELECT FROM chain JOIN customers e ON e.id = chain.at WHERE chain.id = c.id AND e.deleted_at IS NULL)) AS lost,
          (SELECT count(*)::int FROM tickets t JOIN customers c ON c.id = t.customer_id
            WHERE t.brand_id = ${uuidOf(scope.brandId)} AND c.deleted_at IS NOT NULL) AS orphans,
          (SELECT count(*)::int FROM customers c WHERE c.id = ANY(${people.map(uuidOf)}::uuid[]) AND c.deleted_at IS NULL) AS living,
          (SELECT count(*)::int FROM tickets t WHERE t.brand_id = ${uuidOf(scope.brandId)}) AS tickets`
      assert.deepStrictEqual(found, { lost: 0, orphans: 0, living: 1, tickets: 36 })
    }).pipe(Effect.scoped)
  )
})
