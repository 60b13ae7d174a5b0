import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { StatusCategory } from "../../../src/domain/Status.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Statuses } from "../../../src/tickets/settings/Statuses.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { brandLists, copied, statusIn } from "../../support/brandLists.ts"
import { byKey } from "../../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, newest, openedIn } from "../../support/ticketService.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

/** The current ticket as a single read shows it, and as a list does. */
const shown = Effect.fnUntraced(function* (scope: BrandScope, { id }: Ticket) {
  const tickets = yield* Tickets
  const { statusRef, ticket } = yield* tickets.get(scope, id)
  const listed = (yield* tickets.list(scope, newest)).items.find((item) => item.ticket.id === id)
  if (ticket.deletedAt === undefined) assert.deepStrictEqual(listed?.ticket, ticket)
  assert.strictEqual(statusRef?.category, ticket.statusCategory)
  return ticket
})

const moved = Effect.fnUntraced(function* (
  scope: BrandScope,
  { id }: { readonly id: Parameters<Statuses["Service"]["update"]>[2] },
  category: StatusCategory
) {
  return yield* fresh((yield* Statuses).update(scope, byKey, id, { category }))
})

layer(brandLists, { excludeTestServices: true })("A status that moves to another category", (it) => {
  it.effect("takes its tickets along at once, silently, and no others", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const waiting = yield* statusIn(scope, { name: "Waiting", category: "pending" })
      const opened = [yield* openedIn(scope, { status: waiting.key }), yield* openedIn(scope)] as const
      const namesake = yield* freshBrand
      yield* statusIn(namesake, { name: "Waiting", category: "pending" })
      const elsewhere = yield* shown(namesake, yield* openedIn(namesake, { status: waiting.key }))
      const trashed = yield* openedIn(scope, { status: waiting.key })
      yield* tickets.delete(scope, byKey, trashed.id)
      // Cached by this.
      const [before, other] = [yield* shown(scope, opened[0]), yield* shown(scope, opened[1])]
      const toldBefore = (yield* eventsAbout(before.id)).length

      yield* moved(scope, waiting, "resolved")
      const after = yield* shown(scope, before)
      assert.deepStrictEqual(
        { ...after, resolvedAt: undefined },
        { ...before, statusCategory: "resolved", resolvedAt: undefined }
      )
      assert.isDefined(after.resolvedAt)
      assert.deepStrictEqual(yield* shown(scope, other), other)
      assert.deepStrictEqual(yield* shown(namesake, elsewhere), elsewhere)
      assert.strictEqual((yield* eventsAbout(before.id)).length, toldBefore)
      const restored = yield* fresh(tickets.restore(scope, byKey, trashed.id))
      assert.strictEqual(restored.ticket.statusCategory, "resolved")

      yield* moved(scope, waiting, "open")
      const open = yield* shown(scope, before)
      assert.deepStrictEqual([open.statusCategory, open.resolvedAt, open.reopenCount], ["open", undefined, 0])
    })
  )

  it.effect("keeps the time at which a ticket was resolved", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const done = yield* statusIn(scope, { name: "Done", category: "resolved" })
      const { id } = yield* openedIn(scope)
      const { ticket } = yield* fresh(tickets.update(scope, byKey, id, { status: done.key }))
      assert.isDefined(ticket.resolvedAt)
      yield* fresh((yield* Statuses).update(scope, byKey, done.id, { name: "All done", category: "resolved" }))
      assert.deepStrictEqual((yield* shown(scope, ticket)).resolvedAt, ticket.resolvedAt)
    })
  )

  for (const [from, to] of [
    ["pending", "resolved"],
    ["resolved", "pending"]
  ] as const)
    it.effect(`gives its new category to tickets that enter it meanwhile, from ${from} to ${to}`, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { system } = yield* Database
        const tickets = yield* Tickets
        const waiting = yield* statusIn(scope, { name: "Waiting", category: from })
        const { id } = yield* openedIn(scope)
        // Someone locks the status as a change of its category does, and has not committed yet.
        const entering = yield* system.withTransaction(
          Effect.gen(function* () {
            yield* system`update statuses set category = ${to} where id = ${uuidOf(waiting.id)}`
            const fiber = yield* Effect.forkDetach(fresh(tickets.update(scope, byKey, id, { status: waiting.key })))
            // It has decided on what it read, and waits for the status.
            yield* untilAwaited
            return fiber
          })
        )
        yield* Fiber.join(entering)
        const rows = yield* system`select status, status_category as category, resolved_at is not null as resolved
        from tickets where id = ${uuidOf(id)}`
        assert.deepStrictEqual(rows, [{ status: waiting.key, category: to, resolved: to === "resolved" }])
      })
    )

  it.effect("holds no locks while waiting for a ticket that a command reads before others", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const { id, key } = yield* statusIn(scope, { name: "Waiting", category: "pending" })
      const [older, newer] = [yield* openedIn(scope, { status: key }), yield* openedIn(scope, { status: key })]
      const moving = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`select from tickets where id = ${uuidOf(older.id)} for no key update`
          const fiber = yield* Effect.forkDetach(moved(scope, { id }, "resolved"))
          yield* untilAwaited
          yield* system`select from tickets where id = ${uuidOf(newer.id)} for no key update nowait`
          yield* system`select from statuses where id = ${uuidOf(id)} for share nowait`
          return fiber
        })
      )
      yield* Fiber.join(moving)
      for (const ticket of [older, newer]) assert.isDefined((yield* shown(scope, ticket)).resolvedAt)
    })
  )

  it.effect("leaves no ticket behind, whoever enters it at the same time", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const tickets = yield* Tickets
      const waiting = yield* statusIn(scope, { name: "Waiting", category: "pending" })
      const categories = ["resolved", "open", "pending"] as const
      const opened = yield* Effect.forEach(Array.from({ length: 30 }), () => openedIn(scope))
      yield* Effect.all(
        [
          Effect.forEach([...categories, ...categories, ...categories], (category) => moved(scope, waiting, category)),
          Effect.forEach(opened, ({ id }) => tickets.update(scope, byKey, id, { status: waiting.key }), {
            concurrency: 8
          }),
          Effect.forEach(Array.from({ length: 20 }), () => openedIn(scope, { status: waiting.key }), { concurrency: 4 })
        ],
        { concurrency: "unbounded" }
      )
      const left = yield* system<{ status_category: string; n: number }>`select status_category, count(*)::int as n
        from tickets where brand_id = ${uuidOf(scope.brandId)} and status = ${waiting.key} group by 1`
      assert.deepStrictEqual(
        left.map((row) => ({ ...row })),
        [{ status_category: "pending", n: 50 }]
      )
    })
  )
})

layer(brandLists, { excludeTestServices: true })("Statuses of a brand", (it) => {
  it.effect("stay in their category when they have more tickets than others can wait for", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const statuses = yield* Statuses
      const [full, spare] = [
        yield* statusIn(scope, { name: "Full", category: "pending" }),
        yield* statusIn(scope, { name: "Spare", category: "pending" })
      ]
      yield* openedIn(scope, { status: spare.key })
      const one = yield* openedIn(scope, { status: full.key })
      yield* copied(one.id, 20_000)
      const refused = yield* Effect.flip(moved(scope, full, "open"))
      assert.deepInclude(refused, { _tag: "InvalidState", state: "in_use" })
      yield* fresh(statuses.update(scope, byKey, full.id, { name: "Full of them", category: "pending" }))
      yield* moved(scope, spare, "open")
    })
  )

  it.effect("are at most fifty, inactive ones included", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const statuses = yield* Statuses
      for (let n = 0; n < 46; n++) yield* statusIn(scope, { name: `Status ${n}`, category: "open" })
      const one = (yield* statuses.list(scope)).at(-1)
      assert(one !== undefined)
      yield* fresh(statuses.deactivate(scope, byKey, one.id))
      const refused = yield* Effect.flip(statusIn(scope, { name: "One more", category: "open" }))
      assert.deepInclude(refused, { _tag: "LimitReached", limit: 50 })
    })
  )

  it.effect("have one default, and positions of their own, however many are created at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      yield* Effect.forEach(
        Array.from({ length: 8 }, (_, n) => n),
        (n) => statusIn(scope, { name: `Default ${n}`, category: "open", isDefault: true }),
        { concurrency: "unbounded" }
      )
      const all = yield* (yield* Statuses).list(scope)
      assert.lengthOf(
        all.filter(({ isDefault }) => isDefault),
        1
      )
      assert.deepStrictEqual(
        all.map(({ sortOrder }) => sortOrder),
        all.map((_, place) => place)
      )
      const started = yield* openedIn(scope)
      assert.strictEqual(started.statusId, all.find(({ isDefault }) => isDefault)?.id)
    })
  )

  it.effect("are counted by the tickets that lists show", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const waiting = yield* statusIn(scope, { name: "Waiting", category: "pending" })
      for (let n = 0; n < 3; n++) yield* openedIn(scope, { status: waiting.key })
      const [gone, spam] = [yield* openedIn(scope), yield* openedIn(scope)]
      yield* tickets.delete(scope, byKey, gone.id)
      yield* tickets.update(scope, byKey, spam.id, { isSpam: true })
      yield* openedIn(scope)
      const counts = yield* (yield* Statuses).stats(scope)
      assert.deepStrictEqual(
        counts.map(({ status, ticketCount }) => [status.key, ticketCount]),
        [
          ["open", 1],
          ["pending", 0],
          ["resolved", 0],
          ["closed", 0],
          ["waiting", 3]
        ]
      )
    })
  )
})
