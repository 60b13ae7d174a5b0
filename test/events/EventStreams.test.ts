import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Random, Stream } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { type EventId, idOf, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../../src/domain/Principal.ts"
import {
  type EventFilter,
  EventLog,
  type FeedPlace,
  type FeedSlice,
  type LoggedEvent
} from "../../src/events/EventLog.ts"
import * as EventNews from "../../src/events/EventNews.ts"
import { EventStreams } from "../../src/events/EventStreams.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlEventLog from "../../src/sql/events/SqlEventLog.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey } from "../support/seedTenant.ts"
import { fresh, freshBrand, openedIn } from "../support/ticketService.ts"
import { onNode, TwoNodes } from "../support/twoNodes.ts"

const within = ({ tenant }: BrandScope): BrandsScope => ({ tenant, brands: "all" })
const beginning: FeedPlace = { transaction: "0", place: 0, uuid: "00000000-0000-0000-0000-000000000000" }

const streams = EventStreams.layer.pipe(Layer.provideMerge(SqlEventLog.layer), Layer.provideMerge(TwoNodes.layer))

/** Everything stored about a brand, in feed order. */
const stored = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  return yield* system<{ id: string; chain_id: string; seq: number | null; payload: string }>`
    select id, chain_id, seq, payload from events where brand_id = ${uuidOf(scope.brandId)} order by transaction_id, place, id`
})

/**
 * A reader whose connection is cut again and again: it keeps what it received, reconnects with the last id, and is done once it
 * has `count` events.
 */
const readThroughCuts = Effect.fnUntraced(function* (scope: BrandScope, count: number) {
  const { follow } = yield* EventStreams
  const log = yield* EventLog
  const received: Array<EventId> = []
  while (received.length < count) {
    const last = received.at(-1)
    const after =
      last === undefined
        ? beginning
        : yield* Effect.flatMap(log.placeOf(within(scope), last), Effect.fromOption).pipe(Effect.orDie)
    const cut = yield* Random.nextIntBetween(1, 40)
    const reading = yield* follow(within(scope), {}, after).pipe(
      Stream.runForEach((events) =>
        Effect.gen(function* () {
          for (const { id } of events) {
            received.push(id)
            // Sometimes only a part of what was sent at once arrives.
            if (yield* Random.nextBoolean) yield* Effect.yieldNow
          }
        })
      ),
      Effect.forkChild
    )
    yield* Effect.sleep(cut)
    yield* Fiber.interrupt(reading)
  }
  return received
})

/** Keeps a transaction open that has stored an event, while others commit theirs. */
const dawdle = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  yield* system`insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload)
    values (new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'customer.updated', gen_random_uuid(), now(), '{}')`.pipe(
    Effect.andThen(Effect.flatMap(Random.nextIntBetween(0, 30), (pause) => Effect.sleep(pause))),
    system.withTransaction
  )
})

layer(streams, { excludeTestServices: true })("A reader that is far behind", (it) => {
  it.effect("gets a quarter of a megabyte at once, and everything in turn", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const body = "word ".repeat(12_000)
      yield* Effect.forEach(Array.from({ length: 12 }), (_, n) => onNode(n, openedIn(scope, { body })))
      const told = yield* stored(scope)
      const { follow } = yield* EventStreams
      const received: Array<EventId> = []
      yield* follow(within(scope), {}, beginning).pipe(
        Stream.takeUntil((events) => {
          const sizes = events.map(({ payload }) => payload.length)
          assert.isBelow(
            sizes.slice(0, -1).reduce((sum, size) => sum + size, 0),
            256 * 1024
          )
          received.push(...events.map(({ id }) => id))
          return received.length >= told.length
        }),
        Stream.runDrain
      )
      assert.deepStrictEqual(
        received.map(uuidOf),
        told.map(({ id }) => id)
      )
    })
  )
})

layer(streams, { excludeTestServices: true })("Readers that are cut off and reconnect", (it) => {
  for (const seed of ["one", "two", "three"])
    it.effect(`get every event once, in commit order, while two nodes write (${seed})`, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const tickets = yield* Effect.forEach(Array.from({ length: 4 }), (_, n) => onNode(n, openedIn(scope)))
        const change = Effect.fnUntraced(function* (n: number) {
          yield* Effect.sleep(yield* Random.nextIntBetween(0, 200))
          const ticket = yield* Random.choice(tickets)
          yield* onNode(
            n,
            Effect.gen(function* () {
              const service = yield* Tickets
              yield* fresh(service.update(scope, byKey, ticket.id, { title: `Title ${n}` }))
            })
          )
        })
        const writers = [
          ...Array.from({ length: 60 }, (_, n) => change(n)),
          ...Array.from({ length: 6 }, () => dawdle(scope))
        ]
        // A customer and four tickets, their changes, and the delayed transactions.
        const expected = 1 + 4 + 60 + 6
        const readers = yield* Effect.forkChild(
          Effect.all([readThroughCuts(scope, expected), readThroughCuts(scope, expected)], { concurrency: 2 })
        )
        yield* Effect.all(writers, { concurrency: "unbounded" })
        const log = yield* stored(scope)
        assert.lengthOf(log, expected)
        for (const received of yield* Fiber.join(readers))
          assert.deepStrictEqual(
            received,
            log.map(({ id }) => idOf("event", id))
          )
        for (const ticket of tickets) {
          const numbers = log.filter(({ chain_id }) => chain_id === uuidOf(ticket.id)).map(({ seq }) => seq)
          assert.deepStrictEqual(
            numbers,
            numbers.map((_, index) => index + 1)
          )
        }
      }).pipe(Random.withSeed(seed))
    )

  it.effect("get everything from a stretch that is longer than the cache", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { follow } = yield* EventStreams
      const { system } = yield* Database
      const after = yield* (yield* EventLog).end(scope.tenant)
      const count = 3_000
      const slow = yield* follow(within(scope), {}, after).pipe(
        Stream.mapEffect((events) => Effect.as(Effect.sleep("1 millis"), events)),
        Stream.flatMap(Stream.fromIterable),
        Stream.take(count),
        Stream.runCollect,
        Effect.forkChild
      )
      for (let n = 0; n < 3; n++)
        yield* system`insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload)
          select new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'customer.updated', gen_random_uuid(), now(), i::text
          from generate_series(1, ${count / 3}) i`
      const received = yield* Fiber.join(slow)
      assert.deepStrictEqual(
        received.map(({ id }) => uuidOf(id)),
        (yield* stored(scope)).map(({ id }) => id)
      )
    })
  )
})

const tenant = { id: crypto.randomUUID(), accountId: idOf("account", crypto.randomUUID()), mode: "live" } as const

const place = (n: number): FeedPlace => ({ transaction: "5", place: n, uuid: beginning.uuid })

const event = (n: number, brand = "01890000-0000-7000-8000-000000000001"): LoggedEvent => ({
  id: idOf("event", `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`),
  brandId: idOf("brand", brand),
  type: "ticket.created",
  subject: brand,
  at: place(n),
  payload: String(n)
})

/** A log in memory that counts its reads. */
const memoryLog = () => {
  const events: Array<LoggedEvent> = []
  const asked = { reads: 0, polls: 0 }
  /** The next failure of each kind. */
  const trouble: Record<"reads" | "polls", Array<Effect.Effect<never, DatabaseUnavailable>>> = { reads: [], polls: [] }
  const later = (after: FeedPlace) => events.filter(({ at }) => at.place > after.place)
  const log = EventLog.of({
    find: () => Effect.succeedNone,
    placeOf: () => Effect.succeedNone,
    end: () => Effect.sync(() => place(events.length)),
    read: (_scope, _filter, after = beginning, limit) =>
      Effect.suspend((): Effect.Effect<FeedSlice, DatabaseUnavailable> => {
        asked.reads++
        const wrong = trouble.reads.shift()
        if (wrong !== undefined) return wrong
        const found = later(after).slice(0, limit)
        return Effect.succeed({
          events: found,
          end: found.at(-1)?.at ?? place(events.length),
          more: found.length === limit,
          pending: false
        })
      }),
    advanced: (feeds) =>
      Effect.suspend(() => {
        asked.polls++
        const advanced = feeds.flatMap(({ after, tenantId }) => (later(after).length > 0 ? [tenantId] : []))
        return trouble.polls.shift() ?? Effect.succeed(advanced)
      })
  })
  return { asked, events, trouble, layer: Layer.succeed(EventLog, log) }
}

describe("A stream", () => {
  const log = memoryLog()
  layer(EventStreams.layer.pipe(Layer.provideMerge(Layer.merge(log.layer, EventNews.layer))))((it) => {
    it.effect("is read once for all followers, and sends a heartbeat every 15 seconds", () =>
      Effect.gen(function* () {
        const { follow } = yield* EventStreams
        const news = yield* EventNews.EventNews
        const scope: BrandsScope = { tenant, brands: "all" }
        const begin = log.events.length
        const [one, two] = [event(begin + 1), event(begin + 2)]
        const frames: Array<string> = []
        const readers = Array.from({ length: 50 }, (_, n) =>
          Stream.runForEach(follow(scope, {}, place(begin)), (events) =>
            Effect.sync(() => {
              if (n === 0) frames.push(events.map(({ payload }) => payload).join() || "ping")
            })
          )
        )
        const fiber = yield* Effect.forkChild(Effect.all(readers, { concurrency: "unbounded" }))
        yield* TestClock.adjust("14 seconds")
        const { polls, reads } = log.asked
        log.events.push(one)
        news.committed(tenant.id)
        yield* TestClock.adjust("10 millis")
        assert.deepStrictEqual(frames, [one.payload])
        assert.isAtMost(log.asked.reads - reads, 2)
        assert.strictEqual(log.asked.polls, polls)
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(frames, [one.payload, "ping", "ping"])
        log.events.push(two)
        yield* TestClock.adjust("250 millis")
        assert.deepStrictEqual(frames.slice(3), [two.payload])
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("11 seconds")
        const silent = { ...log.asked }
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(log.asked, silent, "nobody follows, and nothing is read")
      })
    )

    it.effect("continues after any failure of a read or of a poll for other nodes' events", () =>
      Effect.gen(function* () {
        const { follow } = yield* EventStreams
        const news = yield* EventNews.EventNews
        const scope: BrandsScope = { tenant, brands: "all" }
        const begin = log.events.length
        const frames: Array<string> = []
        const fiber = yield* follow(scope, {}, place(begin)).pipe(
          Stream.flatMap(Stream.fromIterable),
          Stream.runForEach(({ payload }) => Effect.sync(() => frames.push(payload))),
          Effect.forkChild
        )
        yield* TestClock.adjust("1 second")
        const away = new DatabaseUnavailable({ reason: "unreachable" })
        log.trouble.reads = [Effect.fail(away), Effect.die(new Error("0A000")), Effect.fail(away), Effect.interrupt]
        const read = event(begin + 1)
        log.events.push(read)
        news.committed(tenant.id)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(frames, [read.payload])
        log.trouble.polls = [Effect.fail(away), Effect.die(new Error("0A000")), Effect.die(new Error("0A000"))]
        const polled = event(begin + 2)
        log.events.push(polled)
        yield* TestClock.adjust("20 seconds")
        assert.deepStrictEqual(frames, [read.payload, polled.payload])
        yield* Fiber.interrupt(fiber)
      })
    )

    it.effect("passes on the requested brands, types and ticket, if they may be seen", () =>
      Effect.gen(function* () {
        const { follow } = yield* EventStreams
        const other = "01890000-0000-7000-8000-000000000002"
        const begin = log.events.length
        const all: BrandsScope = { tenant, brands: "all" }
        const first = Effect.fnUntraced(function* (scope: BrandsScope, filter: EventFilter) {
          const reading = yield* follow(scope, filter, place(begin)).pipe(
            Stream.take(1),
            Stream.runCollect,
            Effect.forkChild
          )
          return Effect.map(Fiber.join(reading), (found) => found.flat().map(({ at }) => at.place - begin))
        })
        const [brand, ticket, type, asked] = [
          yield* first({ tenant, brands: new Set([idOf("brand", other)]) }, {}),
          yield* first(all, { ticketId: idOf("ticket", other) }),
          yield* first(all, { types: ["ticket.closed"] }),
          yield* first(all, { brandIds: [idOf("brand", other)] })
        ]
        yield* TestClock.adjust("1 second")
        log.events.push(event(begin + 1), event(begin + 2, other), { ...event(begin + 3), type: "ticket.closed" })
        yield* TestClock.adjust("1 second")
        for (const [found, expected] of [
          [brand, 2],
          [ticket, 2],
          [type, 3],
          [asked, 2]
        ] as const)
          assert.deepStrictEqual(yield* found, [expected])
      })
    )
  })
})
