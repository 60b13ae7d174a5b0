import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import type { CustomerQuery } from "../../../src/domain/CustomerQuery.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { type CompanyId, type CustomerId, idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { TicketQuery } from "../../../src/domain/TicketQuery.ts"
import * as SqlCustomerStore from "../../../src/sql/customers/SqlCustomerStore.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlTicketStore from "../../../src/sql/tickets/SqlTicketStore.ts"
import { Customers } from "../../../src/tickets/customers/Customers.ts"
import type { CustomerCreate } from "../../../src/tickets/customers/createCustomer.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey, seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { silentHandoff } from "../../support/silentHandoff.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import { testVault } from "../../support/testVault.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

const live = Layer.mergeAll(Customers.layer, Tickets.layer).pipe(
  Layer.provide(Layer.mergeAll(SqlTicketStore.layer, SqlCustomerStore.layer)),
  Layer.provide([silentHandoff, testVault]),
  Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer))
)

const ines: CustomerCreate = { email: "ines@north.example", name: "Ines Roth" }

const newest: CustomerQuery = { sort: "createdAt", order: "desc", limit: 25 }

const newestTickets: TicketQuery = {
  spam: "exclude",
  deleted: "exclude",
  merged: "exclude",
  sort: "createdAt",
  order: "desc",
  limit: 25
}

const brand = Effect.flatMap(seedTenant(), seedBrand)

const added = Effect.fnUntraced(function* (scope: BrandScope, input: Partial<CustomerCreate> = {}) {
  const customers = yield* Customers
  const once = yield* customers.create(scope, byKey, { ...ines, ...input })
  return once.replayed ? yield* Effect.die("replayed") : once.value.customer
})

const opened = Effect.fnUntraced(function* (scope: BrandScope, email = ines.email) {
  const tickets = yield* Tickets
  const once = yield* tickets.create(scope, byKey, { title: "Help", customer: { email }, source: "api" })
  return once.replayed ? yield* Effect.die("replayed") : once.value.ticket
})

const company = Effect.fnUntraced(function* (scope: BrandScope, name: string, domain?: string) {
  const { system } = yield* Database
  const { next } = yield* IdGenerator
  const id = next("company")
  yield* system`insert into companies (id, tenant_id, brand_id, name, domain)
    values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${name}, ${domain ?? null})`
  return id satisfies CompanyId
}, Effect.orDie)

const eventsOf = Effect.fnUntraced(function* (id: CustomerId) {
  const { system } = yield* Database
  const rows = yield* system<{ type: string; payload: string }>`
    select type, payload from events where chain_id = ${uuidOf(id)} order by id`
  return rows.map(({ type, payload }) => ({
    type,
    data: (JSON.parse(payload) as { data: Record<string, unknown> }).data
  }))
}, Effect.orDie)

const auditOf = Effect.fnUntraced(function* (id: CustomerId) {
  const { system } = yield* Database
  return yield* system<{ event: string; source: string; changes: unknown }>`
    select event, source, changes from audit_log where entity_id = ${uuidOf(id)} and entity_type = 'customer' order by id`
}, Effect.orDie)

/** Why a command or a read was refused. */
const refusal = <R>(tried: Effect.Effect<unknown, { readonly _tag: string }, R>) =>
  Effect.map(Effect.flip(tried), ({ _tag }) => _tag)

/** The addresses on all pages of two customers each. */
const paged = Effect.fnUntraced(function* (scope: BrandScope, query: Partial<CustomerQuery>) {
  const customers = yield* Customers
  const seen: Array<string> = []
  let after: CustomerQuery["after"]
  do {
    const page = yield* customers.list(scope, { ...newest, ...query, limit: 2, after })
    assert.isAtMost(page.items.length, 2)
    seen.push(...page.items.map(({ customer }) => customer.email))
    after = page.next
  } while (after !== undefined && seen.length < 50)
  return seen
})

layer(live, { excludeTestServices: true })("Customers", (it) => {
  it.effect("creates a customer, publishes and audits it, and links the company with the mail domain", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const north = yield* company(scope, "North", "north.example")
      const customer = yield* added(scope, { phone: "+15550100", externalId: "crm-7", metadata: { tier: "gold" } })
      assert.strictEqual(customer.companyId, north)
      assert.deepStrictEqual(
        (yield* eventsOf(customer.id)).map(({ data, type }) => [type, data["externalId"]]),
        [["customer.created", "crm-7"]]
      )
      assert.deepStrictEqual(yield* auditOf(customer.id), [{ event: "customer.created", source: "api", changes: null }])
      const read = yield* customers.get(scope, customer.id)
      assert.deepStrictEqual(read.customer.metadata, { tier: "gold" })
      assert.strictEqual(read.company?.name, "North")
      assert.strictEqual(read.ticketCount, 0)
    })
  )

  it.effect("counts tickets outside the trash", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [customers, tickets] = [yield* Customers, yield* Tickets]
      const { customerId } = yield* opened(scope)
      yield* tickets.delete(scope, byKey, (yield* opened(scope)).id)
      assert.strictEqual((yield* customers.get(scope, customerId)).ticketCount, 1)
      assert.strictEqual((yield* customers.list(scope, newest)).items[0]?.ticketCount, 1)
    })
  )

  it.effect("refuses an address or external id of another customer of the brand, but not of another brand", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const sibling = yield* seedBrand(scope.tenant, "Beta")
      const customers = yield* Customers
      yield* added(scope, { externalId: "crm-7" })
      const second = yield* added(scope, { email: "ole@north.example" })
      const same = yield* Effect.flip(added(scope))
      assert(same._tag === "AlreadyExists")
      assert.strictEqual(same.field, "email")
      const external = yield* Effect.flip(added(scope, { email: "kim@north.example", externalId: "crm-7" }))
      assert(external._tag === "AlreadyExists")
      assert.strictEqual(external.field, "externalId")
      for (const change of [{ email: ines.email }, { externalId: "crm-7" }]) {
        const error = yield* Effect.flip(customers.update(scope, byKey, second.id, change))
        assert.strictEqual(error._tag, "AlreadyExists")
      }
      assert.lengthOf(yield* eventsOf(second.id), 1)
      yield* added(sibling, { externalId: "crm-7" })
    })
  )

  it.effect("assigns an address that twenty request at once to one of them", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const all = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.exit(added(scope)), {
        concurrency: "unbounded"
      })
      assert.lengthOf(all.filter(Exit.isSuccess), 1)
      assert.lengthOf((yield* customers.list(scope, newest)).items, 1)
    })
  )

  it.effect("refuses an address that another transaction took after it was checked", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { system } = yield* Database
      const { next } = yield* IdGenerator
      const taken = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        system.withTransaction(
          Effect.gen(function* () {
            yield* system`insert into customers (id, tenant_id, brand_id, email)
              values (${uuidOf(next("customer"))}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${ines.email})`
            yield* Deferred.succeed(taken, undefined)
            yield* untilAwaited
          })
        )
      )
      yield* Deferred.await(taken)
      const error = yield* Effect.flip(added(scope))
      yield* Fiber.join(other)
      assert(error._tag === "AlreadyExists")
      assert.strictEqual(error.field, "email")
    })
  )

  it.effect("creates a customer with the same receipt once", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const receipt = {
        key: new Uint8Array(32).fill(9),
        fingerprint: new Uint8Array(32),
        answer: ({ customer }: { customer: { id: string } }) => ({
          status: 201,
          headers: {},
          body: JSON.stringify(customer.id)
        })
      }
      const first = yield* customers.create(scope, byKey, ines, receipt)
      const again = yield* customers.create(scope, byKey, ines, receipt)
      assert(!first.replayed && again.replayed)
      assert.strictEqual(again.answer.body, JSON.stringify(first.value.customer.id))
    })
  )

  it.effect("changes fields as one command, clears null ones, and publishes what changed", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const north = yield* company(scope, "North", "north.example")
      const customer = yield* added(scope, { phone: "+15550100" })
      assert.strictEqual(customer.companyId, north)
      const change = { name: "Ines R.", phone: null, companyId: null, isBlocked: true }
      const once = yield* customers.update(scope, byKey, customer.id, change, 1)
      assert(!once.replayed)
      assert.strictEqual(once.value.customer.version, 2)
      assert.isUndefined(once.value.company)
      assert.deepStrictEqual((yield* customers.get(scope, customer.id)).customer, once.value.customer)
      const [, updated] = yield* eventsOf(customer.id)
      assert.strictEqual(updated?.type, "customer.updated")
      assert.deepStrictEqual(updated?.data["changes"], ["name", "phone", "companyId", "isBlocked"])
      assert.deepStrictEqual(updated?.data["diff"], {
        name: { from: "Ines Roth", to: "Ines R." },
        phone: { from: "+15550100", to: null },
        companyId: { from: north, to: null },
        isBlocked: { from: false, to: true }
      })
      const [, line] = yield* auditOf(customer.id)
      assert.strictEqual(line?.event, "customer.updated")
      assert.deepInclude(line?.changes, { isBlocked: { old: false, new: true } })
    })
  )

  it.effect("stores and publishes nothing for a change without effect, and refuses a stale version", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const customer = yield* added(scope, { metadata: { a: 1, b: 2 } })
      yield* customers.update(scope, byKey, customer.id, { ...ines, metadata: { b: 2, a: 1 }, phone: null }, 1)
      const read = (yield* customers.get(scope, customer.id)).customer
      assert.strictEqual(read.version, 1)
      assert.isTrue(DateTime.Equivalence(read.updatedAt, customer.updatedAt))
      assert.lengthOf(yield* eventsOf(customer.id), 1)
      yield* customers.update(scope, byKey, customer.id, { name: "Other" })
      for (const stale of [
        customers.update(scope, byKey, customer.id, { name: "Third" }, 1),
        customers.delete(scope, byKey, customer.id, 1)
      ]) {
        const error = yield* Effect.flip(stale)
        assert(error._tag === "VersionConflict")
        assert.strictEqual(error.currentVersion, 2)
      }
    })
  )

  it.effect("shows a new name and address on the customer's tickets, in searches, lists and single reads", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [customers, tickets] = [yield* Customers, yield* Tickets]
      const first = yield* opened(scope)
      const second = yield* opened(scope)
      const strangers = yield* opened(scope, "ole@south.example")
      // The list is also read before: its cache must not survive the change.
      yield* tickets.list(scope, newestTickets)
      yield* customers.update(scope, byKey, first.customerId, { email: "ines@west.example", name: "Ines West" })
      const found = yield* tickets.list(scope, { ...newestTickets, search: "ines west example" })
      assert.deepStrictEqual(
        found.items.map(({ ticket }) => [ticket.id, ticket.customerEmail, ticket.customerName]),
        [second, first].map(({ id }) => [id, "ines@west.example", "Ines West"])
      )
      assert.lengthOf((yield* tickets.list(scope, { ...newestTickets, search: "north" })).items, 0)
      const read = yield* tickets.get(scope, first.id)
      assert.strictEqual(read.ticket.customerEmail, "ines@west.example")
      assert.strictEqual(read.ticket.version, 1)
      assert.strictEqual((yield* tickets.get(scope, strangers.id)).ticket.customerEmail, "ole@south.example")
    })
  )

  it.effect("shows them on tickets that are changed at the same moment, too", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [customers, tickets] = [yield* Customers, yield* Tickets]
      const all = yield* Effect.forEach(Array.from({ length: 10 }), () => opened(scope))
      const customerId = all[0]?.customerId ?? (yield* Effect.die("no ticket"))
      yield* Effect.all(
        [
          ...all.slice(0, 4).map(({ id }) => tickets.update(scope, byKey, id, { title: "Before" })),
          customers.update(scope, byKey, customerId, { email: "ines@west.example", name: null }),
          ...all.slice(2, 6).map(({ id }) => tickets.update(scope, byKey, id, { priority: "high" })),
          tickets.create(scope, byKey, { title: "New", customer: { id: customerId }, source: "api" })
        ],
        { concurrency: "unbounded", discard: true }
      )
      const { items } = yield* tickets.list(scope, newestTickets)
      assert.lengthOf(items, 11)
      for (const { customer, ticket } of items) {
        assert.strictEqual(ticket.customerId, customerId)
        assert.strictEqual(ticket.customerEmail, "ines@west.example")
        assert.strictEqual(customer?.email, "ines@west.example")
      }
      assert.lengthOf(
        items.filter(({ ticket }) => ticket.title === "Before" && ticket.priority === "high"),
        2
      )
    })
  )

  it.effect("assigns an address to the next caller at the moment when it becomes free", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const [first, second] = [yield* added(scope), yield* added(scope, { email: "ole@north.example" })]
      yield* Effect.all(
        [
          customers.update(scope, byKey, first.id, { email: "ines@west.example" }),
          customers.update(scope, byKey, second.id, { email: ines.email }),
          customers.delete(scope, byKey, second.id),
          opened(scope)
        ],
        { concurrency: "unbounded", discard: true }
      )
      const { items } = yield* customers.list(scope, newest)
      assert.deepStrictEqual(items.map(({ customer }) => customer.email).sort(), [ines.email, "ines@west.example"])
      assert.isFalse(items.some(({ customer }) => customer.id === second.id))
    })
  )

  it.effect("serializes concurrent changes of one customer, and loses none", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      const customer = yield* added(scope)
      const changes = [
        { name: "A" },
        { phone: "+15550100" },
        { isBlocked: true },
        { externalId: "x" },
        { notifyEmail: false }
      ]
      yield* Effect.forEach(changes, (change) => customers.update(scope, byKey, customer.id, change), {
        concurrency: "unbounded"
      })
      const read = (yield* customers.get(scope, customer.id)).customer
      assert.strictEqual(read.version, 6)
      assert.deepInclude(read, { name: "A", phone: "+15550100", isBlocked: true, externalId: "x", notifyEmail: false })
    })
  )

  it.effect("refuses a company of another brand like an unknown one", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const sibling = yield* seedBrand(scope.tenant, "Beta")
      const customers = yield* Customers
      const customer = yield* added(scope)
      for (const companyId of [yield* company(sibling, "South"), idOf("company", crypto.randomUUID())]) {
        const created = yield* Effect.flip(added(scope, { email: "kim@north.example", companyId }))
        const updated = yield* Effect.flip(customers.update(scope, byKey, customer.id, { companyId }))
        for (const error of [created, updated]) {
          assert(error._tag === "InvalidInput")
          assert.deepStrictEqual(
            error.errors.map(({ code, field }) => [field, code]),
            [["companyId", "unknown_id"]]
          )
        }
      }
    })
  )

  it.effect("hides a deleted customer, whose tickets keep id and address; the next message creates a new one", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [customers, tickets] = [yield* Customers, yield* Tickets]
      const ticket = yield* opened(scope)
      yield* customers.update(scope, byKey, ticket.customerId, { externalId: "crm-7" })
      yield* customers.delete(scope, byKey, ticket.customerId)
      for (const gone of [
        customers.get(scope, ticket.customerId),
        customers.update(scope, byKey, ticket.customerId, { name: "x" }),
        customers.delete(scope, byKey, ticket.customerId)
      ])
        assert.strictEqual(yield* refusal(gone), "NotFound")
      assert.lengthOf((yield* customers.list(scope, newest)).items, 0)
      assert.lengthOf(yield* customers.search(scope, "ines"), 0)
      const read = yield* tickets.get(scope, ticket.id)
      assert.strictEqual(read.ticket.customerId, ticket.customerId)
      assert.strictEqual(read.ticket.customerEmail, ines.email)
      assert.isUndefined(read.customer)
      const [, , deleted] = yield* eventsOf(ticket.customerId)
      assert.strictEqual(deleted?.type, "customer.updated")
      assert.deepStrictEqual(deleted?.data["changes"], ["deletedAt"])
      assert.deepStrictEqual(
        (yield* auditOf(ticket.customerId)).map(({ event }) => event),
        ["customer.created", "customer.updated", "customer.deleted"]
      )
      const next = yield* opened(scope)
      assert.notStrictEqual(next.customerId, ticket.customerId)
      yield* customers.update(scope, byKey, next.customerId, { externalId: "crm-7" })
    })
  )

  it.effect("pages through every order without repeats or gaps, customers without a name last", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      for (const [email, name] of [
        ["c@x.example", "beta"],
        ["a@x.example", "Alpha"],
        ["e@x.example", undefined],
        ["b@x.example", "Beta"],
        ["d@x.example", undefined]
      ] as const)
        yield* added(scope, { email, name })
      const orders = {
        createdAt: ["c", "a", "e", "b", "d"],
        email: ["a", "b", "c", "d", "e"],
        name: ["a", "c", "b", "e", "d"]
      }
      for (const sort of ["createdAt", "email", "name"] as const) {
        const ascending = orders[sort].map((letter) => `${letter}@x.example`)
        assert.deepStrictEqual(yield* paged(scope, { sort, order: "asc" }), ascending)
        const descending =
          sort === "name" ? ["b", "c", "a", "d", "e"].map((letter) => `${letter}@x.example`) : ascending.toReversed()
        assert.deepStrictEqual(yield* paged(scope, { sort, order: "desc" }), descending)
      }
    })
  )

  it.effect("filters by company, by no company, and by external id", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const north = yield* company(scope, "North")
      yield* added(scope, { email: "a@x.example", companyId: north })
      yield* added(scope, { email: "b@x.example", externalId: "crm-7" })
      const unknown = idOf("company", crypto.randomUUID())
      assert.deepStrictEqual(yield* paged(scope, { companies: { ids: [north], none: false } }), ["a@x.example"])
      assert.deepStrictEqual(yield* paged(scope, { companies: { ids: [], none: true } }), ["b@x.example"])
      assert.lengthOf(yield* paged(scope, { companies: { ids: [north], none: true } }), 2)
      assert.lengthOf(yield* paged(scope, { companies: { ids: [unknown], none: false } }), 0)
      assert.deepStrictEqual(yield* paged(scope, { externalId: "crm-7" }), ["b@x.example"])
      assert.lengthOf(yield* paged(scope, { externalId: "crm" }), 0)
    })
  )

  it.effect("finds a substring of name, address, phone number or company name, ignoring case and taken literally", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const north = yield* company(scope, "Größe & Söhne")
      yield* added(scope, { email: "a@x.example", name: "Ines Roth", companyId: north })
      yield* added(scope, { email: "b_b@x.example", name: "100% Öl", phone: "+15550100" })
      yield* added(scope, { email: "c@x.example", name: "back\\slash" })
      const found = (search: string) => paged(scope, { search })
      const expectations: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["NES RO", ["a@x.example"]],
        ["söhn", ["a@x.example"]],
        ["GRÖ", ["a@x.example"]],
        ["0100", ["b_b@x.example"]],
        ["öL", ["b_b@x.example"]],
        ["%", ["b_b@x.example"]],
        ["_", ["b_b@x.example"]],
        ["\\", ["c@x.example"]],
        ["X.EXAMPLE", ["c@x.example", "b_b@x.example", "a@x.example"]],
        ["'; drop table customers", []]
      ]
      const customers = yield* Customers
      for (const [text, expected] of expectations) {
        assert.deepStrictEqual(yield* found(text), [...expected], text)
        const searched = yield* customers.search(scope, text)
        assert.deepStrictEqual(searched.map(({ customer }) => customer.email).sort(), [...expected].sort(), text)
      }
    })
  )

  it.effect("searches for the best twenty: those that start with the text first, then the newest", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const customers = yield* Customers
      yield* added(scope, { email: "roth@x.example", name: undefined })
      yield* added(scope, { email: "a@x.example", name: "Roth, Ines" })
      for (let n = 0; n < 20; n++) yield* added(scope, { email: `n${n}@x.example`, name: `Kim Roth ${n}` })
      const found = yield* customers.search(scope, "roth")
      assert.lengthOf(found, 20)
      assert.deepStrictEqual(
        found.slice(0, 3).map(({ customer }) => customer.email),
        ["a@x.example", "roth@x.example", "n19@x.example"]
      )
    })
  )

  it.effect("cannot distinguish customers of another account or brand from unknown ones", () =>
    Effect.gen(function* () {
      const mine = yield* brand
      const theirs = yield* brand
      const sibling = yield* seedBrand(mine.tenant, "Beta")
      const customers = yield* Customers
      const foreign = yield* added(theirs)
      const ours = yield* added(sibling)
      for (const id of [foreign.id, ours.id, idOf("customer", crypto.randomUUID())]) {
        for (const tried of [
          customers.get(mine, id),
          customers.update(mine, byKey, id, { name: "x" }),
          customers.delete(mine, byKey, id)
        ])
          assert.strictEqual(yield* refusal(tried), "NotFound")
      }
      assert.strictEqual((yield* customers.get(theirs, foreign.id)).customer.version, 1)
      assert.lengthOf((yield* customers.list(mine, newest)).items, 0)
      assert.lengthOf(yield* customers.search(mine, "ines"), 0)
    })
  )

  it.effect("does not find a brand that is deleted or belongs to another account", () =>
    Effect.gen(function* () {
      const mine = yield* brand
      const theirs = yield* brand
      const { system } = yield* Database
      const customers = yield* Customers
      const customer = yield* added(mine)
      yield* system`update brands set deleted_at = now() where id = ${uuidOf(mine.brandId)}`
      for (const scope of [mine, { tenant: mine.tenant, brandId: theirs.brandId }]) {
        for (const tried of [
          added(scope, { email: "kim@north.example" }),
          customers.get(scope, customer.id),
          customers.list(scope, newest),
          customers.search(scope, "ines"),
          customers.update(scope, byKey, customer.id, { name: "x" }),
          customers.delete(scope, byKey, customer.id)
        ])
          assert.strictEqual(yield* refusal(tried), "NotFound")
      }
    })
  )
})
