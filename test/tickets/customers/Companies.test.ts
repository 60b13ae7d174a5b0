import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { CompanyQuery } from "../../../src/domain/CompanyQuery.ts"
import { type CustomerId, type Id, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Companies } from "../../../src/tickets/customers/Companies.ts"
import { Customers } from "../../../src/tickets/customers/Customers.ts"
import { Intake } from "../../../src/tickets/intake/Intake.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { assertUnknown, auditAbout, companyIn, recordServices } from "../../support/recordServices.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import { asJson, eventsAbout, fresh, freshBrand, openedIn } from "../../support/ticketService.ts"

const newest: CompanyQuery = { sort: "createdAt", order: "desc", limit: 25 }

const customerIn = Effect.fnUntraced(function* (scope: BrandScope, email: string) {
  return (yield* fresh((yield* Customers).create(scope, byKey, { email }))).customer
})

const companyOf = Effect.fnUntraced(function* (scope: BrandScope, id: CustomerId) {
  return (yield* (yield* Customers).get(scope, id)).customer.companyId
})

/** Every way in which a customer is created, given the address of a new one. */
const waysIn: Record<
  string,
  (scope: BrandScope, email: string) => Effect.Effect<CustomerId, unknown, Customers | Tickets | Intake>
> = {
  "on their own": (scope, email) => Effect.map(customerIn(scope, email), ({ id }) => id),
  "with a ticket": (scope, email) =>
    Effect.map(openedIn(scope, { customer: { email } }), ({ customerId }) => customerId),
  "by moving a ticket to them": (scope, email) =>
    Effect.gen(function* () {
      const { id } = yield* openedIn(scope)
      const moved = yield* fresh((yield* Tickets).update(scope, byKey, id, { customer: { email } }))
      return moved.ticket.customerId
    }),
  "with a message": (scope, email) =>
    Effect.gen(function* () {
      const { ticketId } = yield* (yield* Intake).receive(scope, {
        channel: "email",
        source: "email",
        externalId: `<${email}>`,
        dedupeKey: Buffer.from(email),
        references: [],
        recipients: [],
        sender: { email },
        participants: [],
        subject: "Hello",
        text: "Where is it?",
        files: [],
        isAutomated: false,
        size: 100,
        rawBlobKey: "raw",
        receivedAt: yield* DateTime.now
      })
      if (ticketId === undefined) return yield* Effect.die("no ticket")
      return (yield* (yield* Tickets).get(scope, ticketId)).ticket.customerId
    })
}

layer(recordServices, { excludeTestServices: true })("A company", (it) => {
  it.effect("is audited with what changed, and publishes no events", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const companies = yield* Companies
      const { id } = yield* companyIn(scope, { name: "North", domain: "north.example", metadata: { tier: "gold" } })
      yield* fresh(companies.update(scope, byKey, id, { name: "South", domain: null, metadata: { tier: "gold" } }))
      const same = yield* fresh(companies.update(scope, byKey, id, { name: "South", domain: null }))
      assert.strictEqual(same.version, 2)
      const late = yield* Effect.flip(companies.update(scope, byKey, id, { name: "late" }, 1))
      assert.strictEqual(late._tag, "VersionConflict")
      yield* fresh(companies.delete(scope, byKey, id, 2))
      const line = { entity_type: "company", ticket_id: null }
      assert.deepStrictEqual(yield* auditAbout(id), [
        { ...line, event: "company.created", changes: null, metadata: { name: "North" } },
        {
          ...line,
          event: "company.updated",
          changes: { name: { old: "North", new: "South" }, domain: { old: "north.example", new: null } },
          metadata: { name: "South" }
        },
        { ...line, event: "company.deleted", changes: null, metadata: { name: "South" } }
      ])
      const { system } = yield* Database
      assert.deepStrictEqual(yield* system`select from events where brand_id = ${uuidOf(scope.brandId)}`, [])
    })
  )

  for (const [way, arrive] of Object.entries(waysIn)) {
    it.effect(`gets new customers with its mail domain, created ${way}`, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { id } = yield* companyIn(scope, { name: "North", domain: "north.example" })
        yield* companyIn(yield* seedBrand(scope.tenant, "Beta"), { name: "North", domain: "south.example" })
        assert.strictEqual(yield* companyOf(scope, yield* arrive(scope, "kim@north.example")), id)
        for (const other of ["kim@mail.north.example", "kim@south.example"])
          assert.isUndefined(yield* companyOf(scope, yield* arrive(scope, other)), other)
      })
    )
  }

  it.effect("leaves existing customers unchanged, whatever its mail domain becomes", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const companies = yield* Companies
      const before = yield* customerIn(scope, "ada@north.example")
      const { id } = yield* companyIn(scope, { name: "North", domain: "north.example" })
      const linked = yield* customerIn(scope, "kim@north.example")
      const elsewhere = yield* customerIn(scope, "lou@west.example")
      yield* fresh(companies.update(scope, byKey, id, { domain: "west.example" }))
      assert.isUndefined(yield* companyOf(scope, before.id))
      assert.strictEqual(yield* companyOf(scope, linked.id), id)
      assert.isUndefined(yield* companyOf(scope, elsewhere.id))
      assert.isUndefined((yield* customerIn(scope, "new@north.example")).companyId)
      assert.strictEqual((yield* customerIn(scope, "new@west.example")).companyId, id)
    })
  )

  it.effect(
    "releases its customers when it is deleted, including deleted ones, and changes nothing else about them",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const [companies, customers] = [yield* Companies, yield* Customers]
        const { system } = yield* Database
        const { id } = yield* companyIn(scope, { name: "North", domain: "north.example" })
        const [kim, gone] = [
          yield* customerIn(scope, "kim@north.example"),
          yield* customerIn(scope, "ole@north.example")
        ]
        yield* fresh(customers.delete(scope, byKey, gone.id))
        yield* fresh(companies.delete(scope, byKey, id))
        const { customer } = yield* customers.get(scope, kim.id)
        assert.deepStrictEqual(asJson({ ...customer, companyId: id }), asJson(kim))
        const [row] = yield* system`select company_id, version from customers where id = ${uuidOf(gone.id)}`
        assert.deepStrictEqual(row, { company_id: null, version: 2 })
        assert.lengthOf(yield* eventsAbout(kim.id), 1)
        assert.lengthOf(yield* auditAbout(kim.id), 1)
      })
  )

  it.effect("does not share its mail domain, even when twenty request it at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const companies = yield* Companies
      const tries = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => n),
        (n) => Effect.result(companies.create(scope, byKey, { name: `Company ${n}`, domain: "north.example" })),
        { concurrency: "unbounded" }
      )
      const refused = tries.flatMap((tried) => (tried._tag === "Failure" ? [tried.failure] : []))
      assert.lengthOf(refused, 19)
      for (const error of refused) assert.deepInclude(error, { _tag: "AlreadyExists", field: "domain" })
      assert.lengthOf((yield* companies.list(scope, newest)).items, 1)
    })
  )

  it.effect("can be deleted while customers are added, who are created anyway without it", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const companies = yield* Companies
      for (let round = 0; round < 5; round++) {
        const domain = `${round}.example`
        const { id } = yield* companyIn(scope, { name: domain, domain })
        const [made] = yield* Effect.all(
          [
            Effect.forEach(
              Array.from({ length: 10 }, (_, n) => n),
              (n) => customerIn(scope, `${n}@${domain}`),
              { concurrency: "unbounded" }
            ),
            fresh(companies.delete(scope, byKey, id))
          ],
          { concurrency: "unbounded" }
        )
        for (const customer of made) assert.isUndefined(yield* companyOf(scope, customer.id))
      }
    })
  )

  it.effect("is not found in another brand, and no company is found in an unknown brand", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const companies = yield* Companies
      const { id } = yield* companyIn(scope, { name: "North" })
      const { system } = yield* Database
      const [sibling, stranger, deleted] = [
        yield* seedBrand(scope.tenant, "Beta"),
        yield* freshBrand,
        yield* seedBrand(scope.tenant, "Gamma")
      ]
      const theirs = yield* companyIn(deleted, { name: "Gone" })
      yield* system`update brands set deleted_at = now() where id = ${uuidOf(deleted.brandId)}`
      for (const [where, which] of [
        [sibling, id],
        [{ ...scope, tenant: stranger.tenant }, id],
        [{ ...stranger, brandId: scope.brandId }, id],
        [deleted, theirs.id]
      ] as const)
        yield* assertUnknown([
          companies.get(where, which),
          companies.update(where, byKey, which, { name: "Mine" }),
          companies.delete(where, byKey, which)
        ])
      for (const where of [{ ...stranger, brandId: scope.brandId }, deleted])
        yield* assertUnknown([companies.list(where, newest), companies.create(where, byKey, { name: "Mine" })])
      assert.strictEqual((yield* companies.get(scope, id)).company.name, "North")
    })
  )

  for (const query of [
    { sort: "createdAt", order: "desc" },
    { sort: "createdAt", order: "asc" },
    { sort: "name", order: "desc" },
    { sort: "name", order: "asc" }
  ] as const) {
    it.effect(
      `is visited once in a walk through the list by ${query.sort}, ${query.order}, while others are created and deleted`,
      () =>
        Effect.gen(function* () {
          const scope = yield* freshBrand
          const companies = yield* Companies
          // Long names that differ only beyond the part that is sorted by.
          const named = (n: number) => companyIn(scope, { name: `${"Name ".repeat(15)}${n % 3} ${n}` })
          const there = yield* Effect.forEach(
            Array.from({ length: 20 }, (_, n) => n),
            named
          )
          const seen: Array<Id> = []
          for (let after: CompanyQuery["after"]; ; ) {
            const page = yield* companies.list(scope, { ...newest, ...query, limit: 3, after })
            seen.push(...page.items.map(({ company }) => company.id))
            if (page.next === undefined) break
            after = page.next
            yield* named(seen.length)
            const last = page.items.at(-1)
            if (seen.length < 7 && last !== undefined) yield* fresh(companies.delete(scope, byKey, last.company.id))
          }
          assert.strictEqual(new Set(seen).size, seen.length)
          for (const { id } of there) assert.include(seen, id)
        })
    )
  }
})
