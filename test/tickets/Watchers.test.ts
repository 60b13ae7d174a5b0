import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type TicketId, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import type { NewWatcher } from "../../src/domain/Watcher.ts"
import { Database } from "../../src/sql/Database.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { Watchers } from "../../src/tickets/Watchers.ts"
import { assertUnknown, auditAbout, recordServices } from "../support/recordServices.ts"
import { byKey, seedBrand } from "../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, openedIn } from "../support/ticketService.ts"
import { untilAwaited } from "../support/untilAwaited.ts"

const person = (n: number): NewWatcher => ({
  memberId: `custom_p${n}@watch.example`,
  memberEmail: `p${n}@watch.example`
})

const added = Effect.fnUntraced(function* (scope: BrandScope, ticketId: TicketId, watcher: NewWatcher) {
  return yield* fresh((yield* Watchers).add(scope, byKey, ticketId, watcher))
})

layer(recordServices, { excludeTestServices: true })("A watcher", (it) => {
  it.effect(
    "is in the ticket's history with its changes; the ticket keeps its version, and no event is published",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const [tickets, watchers] = [yield* Tickets, yield* Watchers]
        const { id, number, title } = yield* openedIn(scope)
        const { memberId } = person(1)
        yield* added(scope, id, person(1))
        yield* added(scope, id, person(1))
        yield* fresh(watchers.update(scope, byKey, id, memberId, { notifyOnComment: false }))
        yield* fresh(watchers.update(scope, byKey, id, memberId, { notifyOnComment: false }))
        yield* fresh(watchers.remove(scope, byKey, id, memberId))
        const line = {
          entity_type: "ticket",
          ticket_id: uuidOf(id),
          metadata: { ticketNumber: `ACME-${number}`, title }
        }
        assert.deepStrictEqual((yield* auditAbout(id)).slice(1), [
          { ...line, event: "ticket.watcher_added", changes: { watcher: { old: null, new: memberId } } },
          {
            ...line,
            event: "ticket.watcher_updated",
            changes: { watcher: { old: memberId, new: memberId }, notifyOnComment: { old: true, new: false } }
          },
          { ...line, event: "ticket.watcher_removed", changes: { watcher: { old: memberId, new: null } } }
        ])
        assert.strictEqual((yield* tickets.get(scope, id)).ticket.version, 1)
        assert.lengthOf(yield* eventsAbout(id), 1)
      })
  )

  it.effect("is one of at most fifty, and added once, even when many are added at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const watchers = yield* Watchers
      const { id } = yield* openedIn(scope, { watchers: Array.from({ length: 40 }, (_, n) => person(n)) })
      const same = yield* Effect.forEach(Array.from({ length: 8 }), () => added(scope, id, person(40)), {
        concurrency: "unbounded"
      })
      assert.lengthOf(
        same.filter(({ isNew }) => isNew),
        1
      )
      assert.lengthOf(new Set(same.map(({ watcher }) => watcher.id)), 1)
      const refused = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => n),
        (n) =>
          Effect.match(added(scope, id, person(100 + n)), {
            onSuccess: () => undefined,
            onFailure: ({ _tag }) => _tag
          }),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        refused.filter((refusal) => refusal === undefined),
        9
      )
      assert.lengthOf(
        refused.filter((refusal) => refusal === "LimitReached"),
        11
      )
      assert.lengthOf(yield* watchers.list(scope, id), 50)
    })
  )

  it.effect("given twice when a ticket is opened is added once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { id } = yield* openedIn(scope, { watchers: [person(1), { ...person(1), memberName: "Again" }, person(2)] })
      const watching = yield* (yield* Watchers).list(scope, id)
      assert.deepStrictEqual(watching.map(({ memberId }) => memberId).sort(), [person(1).memberId, person(2).memberId])
      for (const watcher of watching)
        assert.deepStrictEqual([watcher.ticketId, watcher.addedBy], [id, byKey.actor.id ?? undefined])
    })
  )

  it.effect("of a ticket of another brand or tenant is not found", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const watchers = yield* Watchers
      const { id } = yield* openedIn(scope, { watchers: [person(1)] })
      const [sibling, stranger] = [yield* seedBrand(scope.tenant, "Beta"), yield* freshBrand]
      const { system } = yield* Database
      const deleted = yield* seedBrand(scope.tenant, "Gamma")
      const theirs = yield* openedIn(deleted, { watchers: [person(1)] })
      yield* system`update brands set deleted_at = now() where id = ${uuidOf(deleted.brandId)}`
      for (const [where, which] of [
        [sibling, id],
        [{ ...scope, tenant: stranger.tenant }, id],
        [{ ...stranger, brandId: scope.brandId }, id],
        [deleted, theirs.id]
      ] as const)
        yield* assertUnknown([
          watchers.list(where, which),
          watchers.add(where, byKey, which, person(2)),
          watchers.update(where, byKey, which, person(1).memberId, { notifyOnComment: false }),
          watchers.remove(where, byKey, which, person(1).memberId)
        ])
      assert.lengthOf(yield* watchers.list(scope, id), 1)
    })
  )

  it.effect("who stops watching is removed even while their ticket is being merged into another", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const watchers = yield* Watchers
      const [source, target] = [yield* openedIn(scope), yield* openedIn(scope)]
      const { memberId: key } = person(1)
      yield* added(scope, source.id, person(1))
      const [from, to] = [uuidOf(source.id), uuidOf(target.id)]
      const isHeld = yield* Latch.make()
      const unwatch = watchers.unwatch({ key, ticketId: source.id }, { id: byKey.id })
      const ending = yield* Effect.forkDetach(Effect.andThen(isHeld.await, unwatch))
      yield* Effect.orDie(
        system.withTransaction(
          Effect.gen(function* () {
            yield* system`update tickets set merged_into_id = ${to}, status_category = 'closed' where id = ${from}`
            yield* system`update watchers set ticket_id = ${to} where ticket_id = ${from}`
            yield* isHeld.open
            yield* untilAwaited
          })
        )
      )
      yield* Fiber.join(ending)
      assert.deepStrictEqual(yield* watchers.list(scope, target.id), [])
    })
  )

  const races: ReadonlyArray<{
    readonly name: string
    readonly watching: (
      scope: BrandScope,
      ticketId: TicketId,
      member: NewWatcher
    ) => Effect.Effect<unknown, unknown, Tickets | Watchers>
  }> = [
    {
      name: "is no member who is removed at the same moment: they would be left behind",
      watching: added
    },
    {
      name: "is no member who is removed in the moment in which a ticket is opened that they are to watch",
      watching: (scope, _, member) => openedIn(scope, { watchers: [member] })
    }
  ]
  for (const { name, watching } of races)
    it.effect(name, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { system } = yield* Database
        const { id } = yield* openedIn(scope)
        const memberId = (yield* IdGenerator).next("member")
        yield* system`insert into members (id, account_id, email, role, status, all_brands, brand_ids)
          values (${uuidOf(memberId)}, ${uuidOf(scope.tenant.accountId)}, ${`${memberId}@team.example`}, 'agent', 'active', true, '{}')`
        const isRemoved = yield* Latch.make()
        const member = { memberId, memberEmail: `${memberId}@team.example` }
        const begun = yield* Effect.forkDetach(
          Effect.andThen(isRemoved.await, Effect.exit(watching(scope, id, member)))
        )
        yield* system.withTransaction(
          Effect.gen(function* () {
            yield* system`delete from members where id = ${uuidOf(memberId)}`
            yield* isRemoved.open
            yield* Effect.raceFirst(untilAwaited, Fiber.await(begun))
          })
        )
        assert.isTrue(Exit.isFailure(yield* Fiber.join(begun)))
        assert.deepStrictEqual(yield* system`select from watchers where member_id = ${memberId}`, [])
      }).pipe(Effect.orDie)
    )

  it.effect("added to a ticket that others have locked is notified about what comes after", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const { id } = yield* openedIn(scope)
      const isHeld = yield* Latch.make()
      const resolve = Tickets.use((tickets) => tickets.update(scope, byKey, id, { status: "resolved" }))
      const resolving = yield* Effect.forkDetach(Effect.andThen(isHeld.await, resolve))
      yield* system.withTransaction(
        Effect.gen(function* () {
          // As locked by whoever adds a watcher.
          yield* system`select from tickets where id = ${uuidOf(id)} for no key update`
          yield* isHeld.open
          yield* untilAwaited
          yield* system`insert into watchers (tenant_id, ticket_id, member_id, id, member_email)
            values (${scope.tenant.id}, ${uuidOf(id)}, ${person(1).memberId}, new_uuid_v7(), ${person(1).memberEmail})`
        })
      )
      yield* Fiber.join(resolving)
      const told =
        yield* system`select recipient from outgoing_mail where ticket_id = ${uuidOf(id)} and kind = 'notice'`
      assert.deepStrictEqual(told, [{ recipient: person(1).memberEmail }])
    }).pipe(Effect.orDie)
  )
})
