import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Categories } from "../../../src/tickets/settings/Categories.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { brandLists, categoryIn, copied } from "../../support/brandLists.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, newest, openedIn } from "../../support/ticketService.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

layer(brandLists, { excludeTestServices: true })("Categories of a brand", (it) => {
  it.effect("are at most five hundred", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system: sql } = yield* Database
      yield* sql`insert into categories (id, tenant_id, brand_id, name, sort_order)
        select new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'Category ' || n, n from generate_series(1, 499) n`
      const last = yield* categoryIn(scope, "The last")
      assert.strictEqual(last.sortOrder, 500)
      const refused = yield* Effect.flip(categoryIn(scope, "One more"))
      assert.deepInclude(refused, { _tag: "LimitReached", limit: 500 })
      yield* fresh((yield* Categories).delete(scope, byKey, last.id))
      yield* categoryIn(scope, "In its place")
    })
  )

  it.effect("have positions and names of their own, however many are created at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const made = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => n % 6),
        (n) => Effect.result(categoryIn(scope, `Category ${n}`)),
        { concurrency: "unbounded" }
      )
      const all = yield* (yield* Categories).list(scope)
      assert.deepStrictEqual(
        all.map(({ sortOrder }) => sortOrder),
        [0, 1, 2, 3, 4, 5]
      )
      const refused = made.flatMap((result) => (result._tag === "Failure" ? [result.failure._tag] : []))
      assert.deepStrictEqual(
        refused,
        Array.from({ length: 6 }, () => "AlreadyExists" as const)
      )
    })
  )

  it.effect("leave all of their tickets when they are deleted, however many those are, without events", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const { system: sql } = yield* Database
      const [doomed, kept] = [yield* categoryIn(scope, "Doomed"), yield* categoryIn(scope, "Kept")]
      const ticket = yield* openedIn(scope, { categoryId: doomed.id })
      const other = yield* openedIn(scope, { categoryId: kept.id })
      yield* copied(ticket.id, 5_000)
      assert.strictEqual((yield* (yield* Categories).stats(scope)).get(doomed.id), 5_001)
      const neighbour = yield* seedBrand(scope.tenant, "Next door")
      const foreign = yield* Effect.flip((yield* Categories).delete(neighbour, byKey, doomed.id))
      assert.deepInclude(foreign, { _tag: "NotFound" })
      yield* sql`update brands set deleted_at = now() where id = ${uuidOf(scope.brandId)}`
      const hidden = yield* Effect.flip((yield* Categories).delete(scope, byKey, doomed.id))
      assert.deepInclude(hidden, { _tag: "NotFound" })
      yield* sql`update brands set deleted_at = null where id = ${uuidOf(scope.brandId)}`
      assert.strictEqual((yield* (yield* Categories).stats(scope)).get(doomed.id), 5_001)
      yield* tickets.list(scope, newest)

      yield* fresh((yield* Categories).delete(scope, byKey, doomed.id))
      const left = yield* sql`select id from tickets where category_id = ${uuidOf(doomed.id)}`
      assert.lengthOf(left, 0)
      const now = yield* tickets.get(scope, ticket.id)
      assert.deepStrictEqual(
        [now.category, now.ticket.categoryId, now.ticket.version, now.ticket.updatedAt],
        [undefined, undefined, ticket.version, ticket.updatedAt]
      )
      for (const item of (yield* tickets.list(scope, newest)).items) assert.isUndefined(item.category)
      assert.deepStrictEqual((yield* tickets.get(scope, other.id)).category, kept)
      assert.lengthOf(yield* eventsAbout(ticket.id), 1)
    })
  )

  it.effect("are deleted without holding locks while waiting for a ticket that a command reads before others", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const [categories, tickets] = [yield* Categories, yield* Tickets]
      const { id } = yield* categoryIn(scope, "Doomed")
      const [older, newer] = [yield* openedIn(scope, { categoryId: id }), yield* openedIn(scope, { categoryId: id })]
      const deleting = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`select from tickets where id = ${uuidOf(older.id)} for no key update`
          const fiber = yield* Effect.forkDetach(fresh(categories.delete(scope, byKey, id)))
          yield* untilAwaited
          yield* system`select from tickets where id = ${uuidOf(newer.id)} for no key update nowait`
          yield* system`select from categories where id = ${uuidOf(id)} for key share nowait`
          return fiber
        })
      )
      yield* Fiber.join(deleting)
      for (const { id } of [older, newer]) assert.isUndefined((yield* tickets.get(scope, id)).ticket.categoryId)
    })
  )

  it.effect("are not found by a ticket that is given one while it is being deleted", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const tickets = yield* Tickets
      const doomed = yield* categoryIn(scope, "Doomed")
      const { id } = yield* openedIn(scope)
      const given = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`delete from categories where id = ${uuidOf(doomed.id)}`
          const fiber = yield* Effect.forkDetach(
            Effect.flip(tickets.update(scope, byKey, id, { categoryId: doomed.id }))
          )
          // It has seen the category, and waits for the outcome of the deletion.
          yield* Effect.repeat(
            system<{ n: number }>`select count(*)::int as n from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
            { until: ([row]) => (row?.n ?? 0) > 0 }
          )
          return fiber
        })
      )
      const refused = yield* Fiber.join(given)
      assert(refused._tag === "InvalidInput")
      assert.include(refused.errors[0], { field: "categoryId", code: "unknown_id" })
    })
  )
})
