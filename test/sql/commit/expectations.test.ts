import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import type { ReceiptRequest } from "../../../src/events/Receipt.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { countedTicketService, statementsOf } from "../../support/countedStatements.ts"
import { byKey, seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { eventsAbout, freshBrand, invoice, openedIn } from "../../support/ticketService.ts"
import { onNode, TwoNodes } from "../../support/twoNodes.ts"

/** A brand that the store trusts: earlier tickets have found it as expected. */
const reliableBrand = Effect.gen(function* () {
  const scope = yield* freshBrand
  yield* relyOn(scope)
  return scope
})
const relyOn = (scope: BrandScope) =>
  Effect.gen(function* () {
    for (let n = 0; n < 4; n++) yield* openedIn(scope)
    const [, statements] = yield* statementsOf(openedIn(scope))
    assert.strictEqual(statements, 1, "the brand is relied on")
  })

const receipt = (name: string, content = "same"): ReceiptRequest<TicketDetail> => ({
  key: new Uint8Array(32).fill(name.charCodeAt(0)),
  fingerprint: new TextEncoder().encode(content),
  answer: ({ ticket }) => ({ status: 201, headers: {}, body: String(ticket.number) })
})

layer(countedTicketService, { excludeTestServices: true })("Tickets opened on expected state", (it) => {
  it.effect("take one statement, for known and for new customers", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* reliableBrand
      const [known, forKnown] = yield* statementsOf(openedIn(scope))
      const [stranger, forStranger] = yield* statementsOf(openedIn(scope, { customer: { email: "new@west.example" } }))
      const [again, forAgain] = yield* statementsOf(openedIn(scope, { customer: { email: "new@west.example" } }))
      assert.deepStrictEqual([forKnown, forStranger, forAgain], [1, 1, 1])
      assert.deepStrictEqual([stranger.number, again.number], [known.number + 1, known.number + 2])
      assert.strictEqual(again.customerId, stranger.customerId)
      assert.deepStrictEqual(
        (yield* eventsAbout(stranger.id)).map(({ type }) => type),
        ["ticket.created"]
      )
      const [row] = yield* system<{ next: number; audit: number; texts: number; late: number }>`
        select b.next_ticket_number as next, (select count(*) from audit_log a where a.ticket_id = t.id) as audit,
          (select count(*) from ticket_texts x where x.id = t.id) as texts,
          extract(epoch from now() - t.created_at)::float8 as late
        from tickets t join brands b on b.id = t.brand_id where t.id = ${uuidOf(again.id)}`
      assert.deepInclude(row, { next: again.number + 1, audit: 1, texts: 1 })
      assert.isBelow(Math.abs(row?.late ?? Number.NaN), 60)
    })
  )

  it.effect("look up the owner of a merged customer's address each time, and still trust their brand", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* reliableBrand
      const [kept, double] = [{ email: "kept@west.example" }, { email: "double@west.example" }]
      const target = yield* openedIn(scope, { customer: kept })
      const { customerId } = yield* openedIn(scope, { customer: double })
      yield* system`update customers set deleted_at = now(), merged_into_id = ${uuidOf(target.customerId)} where id = ${uuidOf(customerId)}`
      const found = yield* openedIn(scope, { customer: double })
      assert.strictEqual(found.customerId, target.customerId)
      yield* relyOn(scope)

      const [again, statements] = yield* statementsOf(openedIn(scope, { customer: double }))
      assert.strictEqual(again.customerId, target.customerId)
      assert.isAbove(statements, 1)
      const [known, forKnown] = yield* statementsOf(openedIn(scope, { customer: kept }))
      assert.deepStrictEqual([known.customerId, forKnown], [target.customerId, 1])

      yield* system`insert into customers (id, tenant_id, brand_id, email) values
        (new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${double.email})`
      assert.notStrictEqual((yield* openedIn(scope, { customer: double })).customerId, target.customerId)
    })
  )

  it.effect("have consecutive numbers, whatever arrives at once", () =>
    Effect.gen(function* () {
      const tenant = yield* seedTenant()
      const scopes = [yield* seedBrand(tenant), yield* seedBrand(tenant, "Other")]
      for (const scope of scopes) yield* relyOn(scope)
      const opened = yield* Effect.forEach(
        Array.from({ length: 200 }, (_, n) => n),
        (n) => openedIn(scopes[n % 2] ?? assert.fail(), { customer: { email: `many${n % 50}@north.example` } }),
        { concurrency: "unbounded" }
      )
      for (const { brandId } of scopes) {
        const numbers = opened.filter((ticket) => ticket.brandId === brandId).map(({ number }) => number)
        const first = Math.min(...numbers)
        assert.deepStrictEqual(
          numbers.toSorted((a, b) => a - b),
          numbers.map((_, n) => first + n)
        )
      }
    })
  )

  it.effect("are opened on the actual state, if another node has changed it", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* reliableBrand
      const brand = uuidOf(scope.brandId)
      const before = yield* openedIn(scope)

      yield* system`update brands set next_ticket_number = next_ticket_number + 5 where id = ${brand}`
      assert.strictEqual((yield* openedIn(scope)).number, before.number + 6, "numbers that were given")

      yield* relyOn(scope)
      yield* system`update brands set ticket_prefix = 'NEW', version = version + 1 where id = ${brand}`
      const renamed = yield* openedIn(scope)
      assert.propertyVal((yield* eventsAbout(renamed.id))[0]?.data, "publicId", `NEW-${renamed.number}`)

      yield* relyOn(scope)
      yield* system`update customers set is_blocked = true where brand_id = ${brand} and email = ${before.customerEmail}`
      assert.isTrue((yield* openedIn(scope)).isSpam, "a customer who is blocked")

      yield* relyOn(scope)
      yield* system`insert into customers (id, tenant_id, brand_id, email) values (new_uuid_v7(), ${scope.tenant.id}, ${brand}, 'met@elsewhere.example')`
      const met = yield* openedIn(scope, { customer: { email: "met@elsewhere.example" } })
      const [customers] =
        yield* system`select count(*) as n from customers where brand_id = ${brand} and email = 'met@elsewhere.example'`
      assert.deepStrictEqual(customers, { n: 1 })
      assert.strictEqual(met.customerEmail, "met@elsewhere.example")

      yield* relyOn(scope)
      yield* system`insert into companies (id, tenant_id, brand_id, name, domain) values (new_uuid_v7(), ${scope.tenant.id}, ${brand}, 'East', 'east.example')`
      yield* openedIn(scope, { customer: { email: "clerk@east.example" } })
      const [clerk] =
        yield* system`select c.name from customers p join companies c on c.id = p.company_id where p.email = 'clerk@east.example' and p.brand_id = ${brand}`
      assert.deepStrictEqual(clerk, { name: "East" })

      yield* relyOn(scope)
      yield* system`insert into webhooks (id, tenant_id, brand_id, url, events, event_types)
        values (new_uuid_v7(), ${scope.tenant.id}, ${brand}, 'https://hooks.example', '{}', '{ticket.created}')`
      const told = yield* openedIn(scope)
      const deliveries = system`select d.chain_id from deliveries d where d.chain_id = ${uuidOf(told.id)}`
      assert.lengthOf(yield* deliveries, 1)

      yield* relyOn(scope)
      const [toldAgain, statements] = yield* statementsOf(openedIn(scope))
      assert.strictEqual(statements, 1)
      assert.lengthOf(yield* system`select from deliveries where chain_id = ${uuidOf(toldAgain.id)}`, 1)

      yield* system`update brands set deleted_at = now(), version = version + 1 where id = ${brand}`
      const refused = yield* Effect.flip(Effect.flatMap(Tickets, (tickets) => tickets.create(scope, byKey, invoice)))
      assert.strictEqual(refused._tag, "NotFound")
    })
  )

  it.effect("refer to existing customers, whatever happened to the expected ones", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* reliableBrand
      const { customerEmail: email, customerId } = yield* openedIn(scope)
      // As none of our statements does: the brand does not show the change.
      yield* system.withTransaction(
        Effect.andThen(
          system`set local session_replication_role = replica`,
          system`delete from customers where id = ${uuidOf(customerId)}`
        )
      )
      const opened = yield* openedIn(scope, { customer: { email } })
      assert.notStrictEqual(opened.customerId, customerId)
      assert.lengthOf(yield* system`select from customers where id = ${uuidOf(opened.customerId)}`, 1)
    })
  )

  it.effect("refer to no customer from a ticket that was not stored", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* reliableBrand
      const customer = { email: "unlucky@north.example" }
      const refused = yield* system.withTransaction(
        Effect.andThen(
          system`select from brands where id = ${uuidOf(scope.brandId)} for update`,
          Effect.flip(Effect.flatMap(Tickets, (tickets) => tickets.create(scope, byKey, { ...invoice, customer })))
        )
      )
      assert.strictEqual(refused._tag, "DatabaseUnavailable")
      yield* relyOn(scope)
      const [{ customerId }, statements] = yield* statementsOf(openedIn(scope, { customer }))
      assert.strictEqual(statements, 1)
      assert.lengthOf(yield* system`select from customers where id = ${uuidOf(customerId)}`, 1)
    })
  )

  it.effect("take one statement after changes that do not lock the brand, and during them", () =>
    Effect.gen(function* () {
      const tickets = yield* Tickets
      const scope = yield* reliableBrand
      const { id } = yield* openedIn(scope)
      yield* Effect.all([tickets.update(scope, byKey, id, { priority: "high" }), openedIn(scope)], {
        concurrency: "unbounded"
      })
      yield* relyOn(scope)
      yield* tickets.update(scope, byKey, id, { priority: "low" })
      const [, statements] = yield* statementsOf(openedIn(scope))
      assert.strictEqual(statements, 1)
    })
  )

  it.effect("are opened once per idempotency key", () =>
    Effect.gen(function* () {
      const scope = yield* reliableBrand
      const tickets = yield* Tickets
      const [first, statements] = yield* statementsOf(tickets.create(scope, byKey, invoice, receipt("a")))
      assert.strictEqual(statements, 1)
      yield* relyOn(scope)
      const again = yield* tickets.create(scope, byKey, invoice, receipt("a"))
      assert.isTrue(!first.replayed && again.replayed && again.answer.body === String(first.value.ticket.number))
      yield* relyOn(scope)
      const reused = yield* Effect.flip(tickets.create(scope, byKey, invoice, receipt("a", "other")))
      assert.strictEqual(reused._tag, "IdempotencyKeyReused")
    })
  )

  it.effect("are refused on the actual state: a status may have been added since", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const ids = yield* IdGenerator
      const scope = yield* reliableBrand
      const refused = yield* Effect.flip(
        Effect.flatMap(Tickets, (tickets) => tickets.create(scope, byKey, { ...invoice, status: "waiting" }))
      )
      assert.strictEqual(refused._tag, "InvalidInput")
      yield* system`insert into statuses (id, tenant_id, brand_id, key, category, name, customer_name, color, is_system, is_default, sort_order)
        values (${uuidOf(ids.next("status"))}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'waiting', 'pending', 'Waiting', 'Waiting', '#000000', false, false, 9)`
      assert.strictEqual((yield* openedIn(scope, { status: "waiting" })).status, "waiting")
    })
  )
})

layer(TwoNodes.layer, { excludeTestServices: true })("Two nodes that open tickets in one brand", (it) => {
  it.effect("assign each number once, sequentially and concurrently", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const open = (n: number) => onNode(n, openedIn(scope, { customer: { email: `both${n % 7}@north.example` } }))
      const apart = yield* Effect.forEach([0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1], open)
      const together = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, n) => n),
        open,
        { concurrency: "unbounded" }
      )
      const numbers = [...apart, ...together].map(({ number }) => number)
      const first = numbers[0] ?? Number.NaN
      assert.deepStrictEqual(
        numbers.toSorted((a, b) => a - b),
        numbers.map((_, n) => first + n)
      )
      const people = new Map(
        [...apart, ...together].map(({ customerEmail, customerId }) => [customerId, customerEmail])
      )
      assert.strictEqual(people.size, new Set(people.values()).size, "nobody is two customers")
    })
  )
})
