import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { type MemberId, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { Tenant } from "../../../src/domain/Tenant.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlTrash from "../../../src/sql/tickets/SqlTrash.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { Trash } from "../../../src/tickets/Trash.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

const trashService = SqlTrash.layer.pipe(Layer.provideMerge(ticketService))

/** Puts a ticket into the trash as of this many days ago. */
const trashed = Effect.fnUntraced(function* (scope: BrandScope, days: number) {
  const ticket = yield* openedIn(scope)
  const { system } = yield* Database
  yield* Tickets.use((tickets) => tickets.delete(scope, byKey, ticket.id))
  yield* Effect.orDie(
    system`update tickets set deleted_at = now() - make_interval(days => ${days}) where id = ${uuidOf(ticket.id)}`
  )
  return ticket
})

const exists = Effect.fnUntraced(function* ({ id }: Ticket) {
  const { system } = yield* Database
  return (yield* Effect.orDie(system`select 1 from tickets where id = ${uuidOf(id)}`)).length > 0
})

/** Processes pieces until nothing is left; returns their number. */
const all = (piece: Effect.Effect<number, { readonly _tag: "DatabaseUnavailable" }>) =>
  Effect.gen(function* () {
    let pieces = 0
    while ((yield* piece) > 0) pieces++
    return pieces
  })

const hired = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const memberId = (yield* IdGenerator).next("member")
  yield* Effect.orDie(system`insert into members (id, account_id, email, role, status)
    values (${uuidOf(memberId)}, ${uuidOf(scope.tenant.accountId)}, ${`${memberId}@acme.example`}, 'agent', 'active')`)
  return memberId
})

const fired = (memberId: MemberId) =>
  Database.use(({ system }) => Effect.orDie(system`delete from members where id = ${uuidOf(memberId)}`))

layer(trashService, { excludeTestServices: true })("the trash", (it) => {
  it.effect("keeps tickets for 30 days, then removes them without another event", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [recent, old] = [yield* trashed(scope, 29), yield* trashed(scope, 31)]
      yield* all((yield* Trash).purgeTickets)
      assert.deepStrictEqual([yield* exists(recent), yield* exists(old)], [true, false])
      const events = yield* eventsAbout(old.id)
      assert.deepStrictEqual(
        events.map(({ data, type }) => [type, data["purged"]]),
        [
          ["ticket.created", true],
          ["ticket.deleted", true]
        ]
      )
      const { system } = yield* Database
      const told = yield* Effect.orDie(
        system<{ event: string }>`select event from audit_log where ticket_id = ${uuidOf(old.id)} order by id`
      )
      assert.deepStrictEqual(
        told.map(({ event }) => event),
        ["ticket.created", "ticket.deleted", "ticket.purged"]
      )
    })
  )

  it.effect("is emptied in pieces, by one node at a time", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Effect.forEach(Array.from({ length: 150 }), () => openedIn(scope), {
        concurrency: "unbounded"
      })
      const { system } = yield* Database
      yield* Effect.orDie(
        system`update tickets set deleted_at = now() - interval '40 days' where brand_id = ${uuidOf(scope.brandId)}`
      )
      const { purgeTickets } = yield* Trash
      const counts = yield* Effect.all([purgeTickets, purgeTickets, purgeTickets], { concurrency: "unbounded" })
      for (const count of counts) assert.include([0, 50, 100], count)
      yield* all(purgeTickets)
      for (const ticket of tickets) assert.isFalse(yield* exists(ticket))
    })
  )

  it.effect("returns what is restored before its turn comes", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* trashed(scope, 31)
      yield* Tickets.use((tickets) => fresh(tickets.restore(scope, byKey, ticket.id)))
      yield* all((yield* Trash).purgeTickets)
      assert.isTrue(yield* exists(ticket))
    })
  )

  it.effect("removes a ticket, alone or with its brand, while a composed mail about it is being stored", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const gone = yield* seedBrand(scope.tenant, "Gone")
      const { purgeBrands, purgeTickets } = yield* Trash
      const old = system`now() - interval '31 days'`
      for (const [where, purge] of [
        [scope, purgeTickets],
        [gone, purgeBrands]
      ] as const) {
        const ticket = yield* openedIn(where)
        const id = uuidOf(ticket.id)
        yield* system`insert into outgoing_mail (id, kind, message_id, tenant_id, brand_id, ticket_id, recipient, subject, text, sealed, expires_at)
          values (${id}, 'notice', ${id}, ${where.tenant.id}, ${uuidOf(where.brandId)}, ${id}, 'a@b.example', '', '', false, now())`
        const due =
          where === gone
            ? system`update brands set deleted_at = ${old} where id = ${uuidOf(gone.brandId)}`
            : system`update tickets set deleted_at = ${old} where id = ${id}`
        yield* due
        const held = yield* Deferred.make<void>()
        const keeping = yield* Effect.gen(function* () {
          yield* system`select from outgoing_mail where id = ${id} for update`
          yield* Deferred.succeed(held, undefined)
          yield* untilAwaited
          // As its Message-ID references the ticket.
          yield* system`select from tickets where id = ${id} for key share nowait`
        }).pipe(system.withTransaction, Effect.forkDetach)
        yield* Deferred.await(held)
        yield* all(purge)
        yield* Fiber.join(keeping)
        assert.isFalse(yield* exists(ticket))
      }
    }).pipe(Effect.orDie)
  )

  it.effect("removes a brand 30 days after it was deleted, with everything it had, and no other", () =>
    Effect.gen(function* () {
      const kept = yield* freshBrand
      const gone = yield* seedBrand(kept.tenant, "Gone")
      const [stays] = [
        yield* openedIn(kept),
        yield* openedIn(gone),
        yield* openedIn(gone, { customer: { email: "b@c.example" } })
      ]
      const { system } = yield* Database
      const brand = uuidOf(gone.brandId)
      yield* Effect.orDie(system`insert into audit_log (id, tenant_id, brand_id, event, entity_type, entity_id, performed_by, source)
        values (gen_random_uuid(), ${gone.tenant.id}, ${brand}, 'brand.deleted', 'brand', ${brand}, '{}', 'api')`)
      yield* Effect.orDie(system`update brands set deleted_at = now() - interval '29 days' where id = ${brand}`)
      const { purgeBrands } = yield* Trash
      assert.strictEqual(yield* all(purgeBrands), 0)
      yield* Effect.orDie(system`update brands set deleted_at = now() - interval '31 days' where id = ${brand}`)
      yield* all(purgeBrands)
      const left = (table: string) =>
        Effect.orDie(
          Effect.map(
            system`select 1 from ${system(table)} where ${table === "brands" ? system`id` : system`brand_id`} = ${brand}`,
            (rows) => rows.length
          )
        )
      for (const table of ["brands", "tickets", "customers", "statuses", "inbound_messages", "attachments"])
        assert.strictEqual(yield* left(table), 0, table)
      assert.strictEqual(yield* left("audit_log"), 1)
      assert.isTrue(yield* exists(stays))
    })
  )
})

layer(trashService, { excludeTestServices: true })("a removed member", (it) => {
  it.effect("is unassigned from every ticket, in both modes and in any state, by the system (rule 18)", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [memberId, colleague] = [yield* hired(scope), yield* hired(scope)]
      const tickets = yield* Tickets
      const mine = yield* Effect.forEach(Array.from({ length: 70 }), () => openedIn(scope, { assigneeId: memberId }), {
        concurrency: "unbounded"
      })
      const [first = assert.fail("none"), second = assert.fail("none"), third = assert.fail("none")] = mine
      yield* tickets.delete(scope, byKey, first.id)
      yield* tickets.merge(scope, byKey, second.id, [third.id])
      const theirs = yield* openedIn(scope, { assigneeId: colleague })
      const { system } = yield* Database
      const testTenant: Tenant = { ...scope.tenant, id: crypto.randomUUID(), mode: "test" }
      yield* Effect.orDie(system`insert into tenants (id, account_id, mode)
        values (${testTenant.id}, ${uuidOf(testTenant.accountId)}, 'test')`)
      const testScope = yield* seedBrand(testTenant)
      const inTest = yield* openedIn(testScope, { assigneeId: memberId })
      yield* fired(memberId)

      assert.strictEqual(yield* tickets.unassignMember(scope.tenant.accountId, memberId), 71)

      for (const { brandId, id } of [...mine, inTest]) {
        const { ticket } = yield* tickets.get(brandId === scope.brandId ? scope : testScope, id, { deleted: true })
        assert.isUndefined(ticket.assigneeId)
        const last = (yield* eventsAbout(id)).at(-1) ?? assert.fail("no event")
        assert.strictEqual(last.type, "ticket.updated")
        assert.deepStrictEqual(last.data["diff"], { assigneeId: { from: memberId, to: null } })
        assert.strictEqual(JSON.parse(last.payload).actor.type, "system")
      }
      assert.strictEqual((yield* tickets.get(scope, theirs.id)).ticket.assigneeId, colleague)
      assert.strictEqual(yield* tickets.unassignMember(scope.tenant.accountId, memberId), 0)
    })
  )

  it.effect("is found by the sweeper as long as a ticket is left", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [memberId, colleague] = [yield* hired(scope), yield* hired(scope)]
      yield* openedIn(scope, { assigneeId: memberId })
      yield* openedIn(scope, { assigneeId: colleague })
      yield* fired(memberId)
      const trash = yield* Trash
      const departed = Effect.map(trash.assigneesOutOfReach(Duration.days(7)), (members) =>
        members.map(({ memberId }) => memberId)
      )
      assert.include(yield* departed, memberId)
      assert.notInclude(yield* departed, colleague)
      yield* Tickets.use((tickets) => tickets.unassignMember(scope.tenant.accountId, memberId))
      assert.notInclude(yield* departed, memberId)
    })
  )

  it.effect("is also found when they only lost a brand, and keeps tickets elsewhere", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const elsewhere = yield* seedBrand(scope.tenant)
      const memberId = yield* hired(scope)
      const lost = yield* openedIn(scope, { assigneeId: memberId })
      const kept = yield* openedIn(elsewhere, { assigneeId: memberId })
      const trash = yield* Trash
      const tickets = yield* Tickets
      const departed = Effect.map(trash.assigneesOutOfReach(Duration.days(7)), (members) =>
        members.map(({ memberId }) => memberId)
      )
      const { system } = yield* Database
      const { tenant } = scope
      yield* Effect.orDie(system`update members set all_brands = false, brand_ids = ${[uuidOf(elsewhere.brandId)]}::uuid[]
        where id = ${uuidOf(memberId)}`)
      yield* Effect.orDie(system`insert into audit_log (id, tenant_id, event, entity_type, entity_id, performed_by, source)
        values (new_uuid_v7(), ${tenant.id}, 'member.updated', 'member', ${uuidOf(memberId)}, '{"type": "user"}', 'dashboard')`)
      assert.include(yield* departed, memberId)
      assert.notInclude(
        (yield* trash.assigneesOutOfReach(Duration.zero)).map(({ memberId }) => memberId),
        memberId
      )
      assert.strictEqual(yield* tickets.unassignMember(tenant.accountId, memberId), 1)
      assert.isUndefined((yield* tickets.get(scope, lost.id)).ticket.assigneeId)
      assert.strictEqual((yield* tickets.get(elsewhere, kept.id)).ticket.assigneeId, memberId)
      assert.notInclude(yield* departed, memberId)
    })
  )
})
