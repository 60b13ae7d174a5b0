import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Result } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import type { ReceiptRequest } from "../../../src/events/Receipt.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import type { Reads } from "../../../src/tickets/TicketCommand.ts"
import { TicketStore } from "../../../src/tickets/TicketStore.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import {
  eventsAbout,
  fresh,
  freshBrand,
  invoice,
  newest,
  openedIn,
  ticketService
} from "../../support/ticketService.ts"
import { onBoth, onNode, TwoNodes } from "../../support/twoNodes.ts"

const range = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n)

const receipt = (name: string, content = "same"): ReceiptRequest<TicketDetail> => ({
  key: new Uint8Array(32).fill(name.charCodeAt(0)),
  fingerprint: new TextEncoder().encode(content),
  answer: ({ ticket }) => ({ status: 201, headers: { location: `/${ticket.id}` }, body: JSON.stringify(ticket.title) })
})

const numbersOf = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const rows = yield* system<{
    number: number
  }>`select number from tickets where brand_id = ${uuidOf(scope.brandId)} order by number`
  return rows.map(({ number }) => number)
}, Effect.orDie)

const count = Effect.fnUntraced(function* (table: string, scope: BrandScope) {
  const { system } = yield* Database
  const [row] = yield* system<{
    n: number
  }>`select count(*) as n from ${system(table)} where tenant_id = ${scope.tenant.id}`
  return row?.n
}, Effect.orDie)

/** A command whose decision throws, as by a bug of ours. */
const mistake = (scope: BrandScope) =>
  Effect.flatMap(TicketStore, (store) =>
    store.execute<unknown, never>({
      scope,
      causation: byKey,
      reads: {},
      decide: () => {
        throw new Error("a mistake")
      }
    })
  )

/** Waits until this many connections of the store wait for a lock; returns the process id of one of them. */
const waitingForLocks = (count: number) =>
  Effect.gen(function* () {
    const { system } = yield* Database
    for (;;) {
      // Within a transaction, the list of connections is fixed at the first look.
      yield* system`select pg_stat_clear_snapshot()`
      const waiting = yield* system<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and application_name = 'trunkline commits' and wait_event_type = 'Lock'`
      if (waiting.length >= count) return waiting[0]?.pid
      yield* Effect.yieldNow
    }
  }).pipe(Effect.orDie)
const waitingForLock = waitingForLocks(1)

layer(ticketService, { excludeTestServices: true })("a change of a ticket", (it) => {
  it.effect("is not earlier than the previous one, which another node stored meanwhile", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const [target, source] = [yield* openedIn(scope), yield* openedIn(scope)]
      const [row] = yield* system<{ at: number }>`update tickets set version = version + 1,
          updated_at = (now() + interval '1 minute')::timestamptz(3) where brand_id = ${uuidOf(scope.brandId)}
        returning extract(epoch from updated_at) * 1000 as at`
      const assertLater = Effect.gen(function* () {
        const { ticket } = yield* tickets.get(scope, target.id)
        assert.isAtLeast(ticket.updatedAt.epochMilliseconds, Number(row?.at))
      })
      yield* tickets.update(scope, byKey, target.id, { title: "Another" })
      yield* assertLater
      yield* tickets.merge(scope, byKey, target.id, [source.id])
      yield* assertLater
    })
  )
})

layer(ticketService, { excludeTestServices: true })("commands that share a transaction", (it) => {
  it.effect("do not fail with one that has a bug", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const exits = yield* Effect.forEach(
        range(20),
        (n) =>
          Effect.exit(
            Effect.gen(function* () {
              if (n === 7) yield* mistake(scope)
              else yield* openedIn(scope, { title: `${n}` })
            })
          ),
        { concurrency: "unbounded" }
      )
      const failed = exits.flatMap((exit, n) => (Exit.isFailure(exit) ? [[n, exit.cause] as const] : []))
      assert.deepStrictEqual(
        failed.map(([n, cause]) => [n, Cause.hasDies(cause)]),
        [[7, true]]
      )
      assert.deepStrictEqual(yield* numbersOf(scope), range(19, 1001))
    })
  )

  it.effect("do not fail with one that PostgreSQL refuses", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const exits = yield* Effect.forEach(
        range(20),
        (n) => Effect.exit(openedIn(scope, { title: n === 7 ? "a\u0000b" : `${n}` })),
        { concurrency: "unbounded" }
      )
      const failed = exits.flatMap((exit, n) => (Exit.isFailure(exit) ? [[n, Cause.pretty(exit.cause)] as const] : []))
      assert.deepStrictEqual(
        failed.map(([n]) => n),
        [7]
      )
      assert.include(failed[0]?.[1], "StatementFailed")
      assert.notInclude(failed[0]?.[1], "a\u0000b")
      assert.deepStrictEqual(yield* numbersOf(scope), range(19, 1001))
    })
  )

  it.effect("do not fail with one that is refused, and see what those before them decided", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [a, refused, b] = yield* Effect.all(
        [
          openedIn(scope, { tags: { names: ["New"], ids: [] } }),
          Effect.exit(openedIn(scope, { status: "nonesuch" })),
          openedIn(scope, { tags: { names: ["new"], ids: [] } })
        ],
        { concurrency: "unbounded" }
      )
      assert.isTrue(Exit.isFailure(refused))
      assert.deepStrictEqual([a.number, b.number], [1001, 1002])
      assert.strictEqual(a.customerId, b.customerId)
      assert.deepStrictEqual(a.tags, b.tags)
      assert.strictEqual(yield* count("customers", scope), 1)
    })
  )

  it.effect("match a tag by name ignoring case, as PostgreSQL does", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const spellings = [
        ["Billing", "BILLING", "billing"],
        ["Ärger", "ärger", "ÄRGER"],
        ["İstanbul", "İstanbul", "istanbul"],
        ["ΟΔΟΣ", "οδοσ", "ΟΔΟΣ"]
      ]
      for (const names of spellings) {
        const tagged = yield* Effect.forEach(names, (name) => openedIn(scope, { tags: { names: [name], ids: [] } }))
        for (const { tags } of tagged) assert.deepStrictEqual(tags, tagged[0]?.tags)
        const [tag] = tagged[0]?.tags ?? []
        assert(tag !== undefined)
        const both = yield* openedIn(scope, { tags: { names, ids: [tag.id] } })
        assert.deepStrictEqual(both.tags, [tag])
      }
      assert.strictEqual(yield* count("tags", scope), spellings.length)
    })
  )

  it.effect("belong to one tenant: its brands keep their own numbers", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const sibling = yield* seedBrand(scope.tenant, "Beta")
      yield* Effect.forEach(range(40), (n) => openedIn(n % 2 === 0 ? scope : sibling), { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* numbersOf(scope), range(20, 1001))
      assert.deepStrictEqual(yield* numbersOf(sibling), range(20, 1001))
    })
  )

  it.effect("are retried one by one when PostgreSQL cancels them for a deadlock", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const tickets = yield* Tickets
      const [low, high] = [yield* openedIn(scope), yield* openedIn(scope)]
      // The other side waits longer than PostgreSQL's deadlock timeout, so ours is the one cancelled.
      yield* system
        .withTransaction(
          Effect.gen(function* () {
            yield* system`set local deadlock_timeout = '30s'`
            yield* system`select from tickets where id = ${uuidOf(high.id)} for update`
            const ours = yield* Effect.forkChild(
              Effect.forEach([low, high], ({ id }) => tickets.update(scope, byKey, id, { title: "changed" }), {
                concurrency: "unbounded"
              })
            )
            yield* waitingForLock
            yield* system`select from tickets where id = ${uuidOf(low.id)} for update`
            return ours
          })
        )
        .pipe(Effect.flatMap(Fiber.join))
      for (const { id } of [low, high]) {
        const { ticket } = yield* tickets.get(scope, id)
        assert.deepStrictEqual([ticket.title, ticket.version], ["changed", 2])
      }
    })
  )

  it.effect("that ask for it are executed in the given order, and do not wait for those of another kind", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const store = yield* TicketStore
      const { id } = yield* openedIn(scope)
      const decided: Array<string> = []
      const give = (inOrder: "bulk" | "intake", count: number, reads: Reads) =>
        Effect.forEach(
          range(count),
          (n) =>
            store.execute<void, never>({
              scope,
              causation: byKey,
              reads,
              decide: () => {
                decided.push(`${inOrder} ${n}`)
                return Result.succeed({ value: undefined, events: [], audit: [] })
              },
              inOrder
            }),
          { concurrency: "unbounded" }
        )
      const bulk = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`select from tickets where id = ${uuidOf(id)} for update`
          const waiting = yield* Effect.forkChild(give("bulk", 100, { ticketId: id }))
          yield* waitingForLock
          yield* give("intake", 10, {})
          return waiting
        })
      )
      yield* Fiber.join(bulk)
      assert.deepStrictEqual(decided, [...range(10).map((n) => `intake ${n}`), ...range(100).map((n) => `bulk ${n}`)])
    })
  )

  it.effect("beyond a lane's capacity are refused, to be retried, and the rest are unaffected", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const all = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`select from brands where id = ${uuidOf(scope.brandId)} for update`
          const underWay = yield* Effect.forEach([1, 2], (count) =>
            Effect.tap(Effect.forkChild(openedIn(scope)), waitingForLocks(count))
          )
          const rest = yield* Effect.forEach(range(1_024), () => Effect.forkChild(openedIn(scope)))
          yield* Effect.yieldNow
          for (const _ of range(3)) {
            const error = yield* Effect.flip(openedIn(scope))
            assert(error._tag === "DatabaseUnavailable")
            assert.strictEqual(error.reason, "overloaded")
          }
          return [...underWay, ...rest]
        })
      )
      yield* Effect.forEach(all, Fiber.join, { discard: true })
      assert.deepStrictEqual(yield* numbersOf(scope), range(1_026, 1001))
    })
  )

  it.effect("that lose their connection are not stored at all, and the next ones are as usual", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const exits = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`select from brands where id = ${uuidOf(scope.brandId)} for update`
          const lost = yield* Effect.forEach(range(3), () => Effect.forkChild(Effect.exit(openedIn(scope))))
          const pid = yield* waitingForLock
          yield* system`select pg_terminate_backend(${pid}::int)`
          return yield* Effect.forEach(lost, Fiber.join)
        })
      )
      for (const exit of exits) {
        assert(Exit.isFailure(exit))
        const error = Cause.findErrorOption(exit.cause)
        assert(error._tag === "Some" && error.value._tag === "DatabaseUnavailable")
        assert.strictEqual(error.value.reason, "unreachable")
      }
      assert.strictEqual((yield* openedIn(scope)).number, 1001)
      assert.strictEqual(yield* count("customers", scope), 1)
    })
  )

  it.effect("that PostgreSQL keeps waiting too long are told so, and not stored at all", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const error = yield* system.withTransaction(
        Effect.andThen(
          system`select from brands where id = ${uuidOf(scope.brandId)} for update`,
          Effect.flip(openedIn(scope))
        )
      )
      assert(error._tag === "DatabaseUnavailable")
      assert.strictEqual(error.reason, "timeout")
      assert.strictEqual((yield* openedIn(scope)).number, 1001)
    })
  )
})

layer(TwoNodes.layer, { excludeTestServices: true })("two nodes on one database", (it) => {
  it.effect("open tickets of one brand for one new customer: one customer, and consecutive numbers", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const all = yield* onBoth(100, () => openedIn(scope))
      assert.deepStrictEqual(
        all.map(({ number }) => number).toSorted((a, b) => a - b),
        range(200, 1001)
      )
      assert.strictEqual(new Set(all.map(({ customerId }) => customerId)).size, 1)
      assert.strictEqual(yield* count("customers", scope), 1)
      assert.deepStrictEqual(
        (yield* eventsAbout(all[0]?.customerId ?? scope.brandId)).map(({ type }) => type),
        ["customer.created"]
      )
    })
  )

  it.effect("give tickets the same new tags and the same new customer concurrently: each is created once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const there = yield* onBoth(20, () => openedIn(scope))
      const names = ["billing", "Ärger", "İstanbul", "ΟΔΟΣ", "straße"]
      const all = yield* Effect.forEach(
        there,
        ({ id }, n) =>
          onNode(
            n,
            Effect.flatMap(Tickets, (tickets) =>
              fresh(
                tickets.update(scope, byKey, id, {
                  tags: { names: n % 2 === 0 ? names : names.map((name) => name.toLowerCase()), ids: [] },
                  customer: { email: "new@north.example" }
                })
              )
            )
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all.map(({ ticket }) => ticket.customerId)).size, 1)
      for (const { ticket } of all) assert.lengthOf(ticket.tags, names.length)
      assert.strictEqual(yield* count("customers", scope), 2)
    })
  )

  it.effect("execute a command with the same receipt once, whichever gets it", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { first } = yield* TwoNodes
      const created = yield* onBoth(20, () =>
        Effect.flatMap(Tickets, (tickets) => tickets.create(scope, byKey, invoice, receipt("a")))
      )
      assert.lengthOf(
        created.filter(({ replayed }) => !replayed),
        1
      )
      assert.deepStrictEqual(yield* numbersOf(scope), [1001])
      const ticket = yield* Effect.provideContext(openedIn(scope), first)
      const changed = yield* onBoth(20, () =>
        Effect.flatMap(Tickets, (tickets) =>
          tickets.update(scope, byKey, ticket.id, { title: "Changed" }, undefined, receipt("b"))
        )
      )
      const answers = changed.flatMap((once) => (once.replayed ? [once.answer] : []))
      assert.lengthOf(answers, 39)
      for (const answer of answers)
        assert.deepStrictEqual(answer, { status: 201, headers: { location: `/${ticket.id}` }, body: '"Changed"' })
      assert.lengthOf(yield* eventsAbout(ticket.id), 2)
    })
  )

  it.effect("change one ticket concurrently: nothing is lost, and its events are numbered without gaps", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { first } = yield* TwoNodes
      const ticket = yield* Effect.provideContext(openedIn(scope, { customFields: {} }), first)
      yield* onBoth(30, (n) =>
        Effect.gen(function* () {
          const [tickets, comments] = [yield* Tickets, yield* Comments]
          yield* tickets.update(scope, byKey, ticket.id, { customFieldsPatch: { [`k${n}`]: n } })
          yield* comments.add(scope, byKey, ticket.id, {
            body: "x",
            visibility: "public",
            authorType: "AGENT",
            source: "api"
          })
        })
      )
      const tickets = yield* Effect.provideContext(Tickets, first)
      const read = (yield* tickets.get(scope, ticket.id)).ticket
      assert.strictEqual(Object.keys(read.customFields ?? {}).length, 60)
      assert.deepStrictEqual([read.version, read.commentCount, read.eventSeq], [121, 60, 121])
      assert.deepStrictEqual(
        (yield* eventsAbout(ticket.id)).map(({ seq }) => seq).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
        range(121, 1)
      )
    })
  )

  it.effect("see what the other one did to a ticket while they waited for it, including its tags", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const { first } = yield* TwoNodes
      const tickets = yield* Effect.provideContext(Tickets, first)
      const ticket = yield* Effect.provideContext(openedIn(scope, { tags: { names: ["old"], ids: [] } }), first)
      const other = yield* Effect.provideContext(openedIn(scope, { tags: { names: ["new"], ids: [] } }), first)
      const waiting = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`update tickets set title = 'Theirs', version = version + 1 where id = ${uuidOf(ticket.id)}`
          yield* system`delete from ticket_tags where ticket_id = ${uuidOf(ticket.id)}`
          yield* system`insert into ticket_tags (tenant_id, ticket_id, tag_id)
            select tenant_id, ${uuidOf(ticket.id)}, tag_id from ticket_tags where ticket_id = ${uuidOf(other.id)}`
          const ours = yield* Effect.forkChild(fresh(tickets.update(scope, byKey, ticket.id, { priority: "high" })))
          yield* waitingForLock
          return ours
        })
      )
      const seen = (yield* Fiber.join(waiting)).ticket
      assert.deepStrictEqual(
        [seen.title, seen.version, seen.priority, seen.tags.map(({ name }) => name)],
        ["Theirs", 3, "high", ["new"]]
      )
    })
  )

  it.effect("read what the other one has acknowledged", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { first, second } = yield* TwoNodes
      const [here, there] = [
        yield* Effect.provideContext(Tickets, first),
        yield* Effect.provideContext(Tickets, second)
      ]
      const ticket = yield* Effect.provideContext(openedIn(scope), first)
      for (const title of ["a", "b", "c"]) {
        yield* here.update(scope, byKey, ticket.id, { title })
        assert.strictEqual((yield* there.get(scope, ticket.id)).ticket.title, title)
        const [listed] = (yield* there.list(scope, newest)).items
        assert.strictEqual(listed?.ticket.title, title)
      }
      yield* here.delete(scope, byKey, ticket.id)
      assert.strictEqual((yield* Effect.flip(there.get(scope, ticket.id)))._tag, "NotFound")
      assert.lengthOf((yield* there.list(scope, newest)).items, 0)
    })
  )
})
