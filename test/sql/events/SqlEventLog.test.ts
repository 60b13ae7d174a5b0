import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql"
import { inject } from "vitest"
import type { EventType } from "../../../src/domain/Event.ts"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../../../src/domain/Principal.ts"
import { EventLog, type FeedPlace } from "../../../src/events/EventLog.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlEventLog from "../../../src/sql/events/SqlEventLog.ts"
import { freshBrand, ticketService } from "../../support/ticketService.ts"

/** A connection of its own, to carry a transaction through several steps. */
const session = Effect.gen(function* () {
  const { system } = yield* Database
  const connection = yield* system.reserve
  return (statement: string, parameters: ReadonlyArray<unknown> = []) =>
    Effect.orDie(connection.execute(statement, parameters, undefined))
}).pipe(Effect.orDie)

/** Stores an event about something of its own, with the defaults of every writer. */
const insertInto = (run: (sql: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<unknown>) =>
  Effect.fnUntraced(function* (scope: BrandScope, name: string, type: EventType = "ticket.updated") {
    // Ids that the database generates within one millisecond are unordered; those of writers are ordered.
    yield* run("select pg_sleep(0.002)", [])
    yield* run(
      `insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload)
        values (new_uuid_v7(), $1, $2, $3, gen_random_uuid(), now(), $4)`,
      [scope.tenant.id, uuidOf(scope.brandId), type, name]
    )
  })

const within = ({ tenant }: BrandScope): BrandsScope => ({ tenant, brands: "all" })

/** What a reader gets from a position, or from the oldest event. */
const read = Effect.fnUntraced(function* (scope: BrandScope, after?: FeedPlace) {
  const slice = yield* (yield* EventLog).read(within(scope), {}, after, 500)
  return { names: slice.events.map(({ payload }) => payload), ...slice }
})

/** The same once nothing holds the feed back: the server's own housekeeping writes too. */
const readSettled = (scope: BrandScope, after?: FeedPlace) =>
  Effect.repeat(read(scope, after), { until: ({ pending }) => !pending })

const log = SqlEventLog.layer.pipe(Layer.provideMerge(ticketService))

layer(log, { excludeTestServices: true })("The order of the feed", (it) => {
  it.effect("is the commit order: an event waits for those that an older transaction may still store", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [older, newer] = [yield* session, yield* session]
      yield* older("begin")
      yield* insertInto(older)(scope, "stored first, committed last")
      yield* insertInto(newer)(scope, "committed first")
      const early = yield* read(scope)
      assert.deepStrictEqual(early.names, [])
      assert.isTrue(early.pending)
      yield* older("commit")
      const late = yield* readSettled(scope, early.end)
      assert.deepStrictEqual(late.names, ["stored first, committed last", "committed first"])
    }).pipe(Effect.scoped)
  )

  it.effect("follows lock waits, whichever transaction is older", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [waiting, first] = [yield* session, yield* session]
      yield* waiting("begin")
      // The older transaction, which then waits for the newer one to release a ticket.
      yield* waiting("select pg_current_xact_id()::text")
      yield* first("begin")
      yield* insertInto(first)(scope, "change 5")
      yield* first("commit")
      yield* insertInto(waiting)(scope, "change 6")
      yield* waiting("commit")
      assert.deepStrictEqual((yield* readSettled(scope)).names, ["change 5", "change 6"])
    }).pipe(Effect.scoped)
  )

  it.effect("keeps the events of a transaction together, in the order of their ids", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [one, other] = [yield* session, yield* session]
      yield* one("begin")
      yield* insertInto(one)(scope, "one 1")
      yield* insertInto(other)(scope, "other")
      yield* insertInto(one)(scope, "one 2")
      yield* one("savepoint s")
      yield* insertInto(one)(scope, "undone")
      yield* one("rollback to s")
      yield* insertInto(one)(scope, "one 3")
      yield* one("commit")
      assert.deepStrictEqual((yield* readSettled(scope)).names, ["one 1", "one 2", "one 3", "other"])
    }).pipe(Effect.scoped)
  )

  it.effect("is not held back by a read-only transaction, or by one of another database", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const reader = yield* session
      yield* reader("begin isolation level repeatable read")
      yield* reader("select count(*) from events")
      const elsewhere = new URL(inject("templateUrl"))
      elsewhere.pathname = "postgres"
      const foreign = yield* PgClient.makeClient({ url: Redacted.make(elsewhere.href) }).pipe(
        Effect.provide(Reactivity.layer),
        Effect.orDie
      )
      const stored = insertInto(yield* session)(scope, "stored")
      const during = yield* foreign.withTransaction(
        Effect.gen(function* () {
          yield* (foreign as SqlClient.SqlClient)`select pg_current_xact_id()::text`
          yield* stored
          // A transaction of another test that ends during a read holds that one back, but not the next.
          return yield* Effect.repeat(read(scope), { until: ({ names }) => names.length > 0 })
        })
      )
      assert.deepStrictEqual(during.names, ["stored"])
      yield* reader("rollback")
    }).pipe(Effect.scoped)
  )
})

layer(log, { excludeTestServices: true })("A slice of the feed", (it) => {
  it.effect("continues where the previous one ended, whether that was an event or not", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const store = insertInto(yield* session)
      const { read: slice } = yield* EventLog
      for (const name of ["a", "b", "c"]) yield* store(scope, name)
      yield* readSettled(scope)
      const first = yield* slice(within(scope), {}, undefined, 2)
      assert.deepStrictEqual([first.events.length, first.more, first.end], [2, true, first.events[1]?.at])
      const second = yield* slice(within(scope), {}, first.end, 2)
      assert.deepStrictEqual([second.events.length, second.more], [1, false])
      assert.deepStrictEqual((yield* slice(within(scope), {}, second.end, 2)).events, [])
      yield* store(scope, "d")
      assert.deepStrictEqual((yield* readSettled(scope, second.end)).names, ["d"])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "examines a limited number of events for a filter, says how far it got, and finds the rest from there",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const run = yield* session
        yield* insertInto(run)(scope, "rare 1", "ticket.merged")
        yield* run(
          `insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload)
          select new_uuid_v7(), $1, $2, 'ticket.updated', gen_random_uuid(), now(), 'common' from generate_series(1, 25000)`,
          [scope.tenant.id, uuidOf(scope.brandId)]
        )
        yield* insertInto(run)(scope, "rare 2", "ticket.merged")
        yield* readSettled(scope)
        const { read: slice } = yield* EventLog
        const filter = { types: ["ticket.merged"] } as const
        const first = yield* slice(within(scope), filter, undefined, 10)
        assert.deepStrictEqual([first.events.map(({ payload }) => payload), first.more], [["rare 1"], true])
        const second = yield* slice(within(scope), filter, first.end, 10)
        assert.deepStrictEqual([second.events.map(({ payload }) => payload), second.more], [["rare 2"], false])
      }).pipe(Effect.scoped)
  )

  it.effect("finds events however far apart they are", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const run = yield* session
      yield* run("select create_day_partitions((now() at time zone 'UTC')::date - day) from generate_series(1, 33) day")
      for (const [index, days] of [33, 27, 9, 2, 0].entries())
        yield* run(
          `insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload, transaction_id, place)
            values (uuid_at(now() - $4 * interval '1 day'), $1, $2, 'ticket.updated', gen_random_uuid(), now(), $3, '3', $5)`,
          [scope.tenant.id, uuidOf(scope.brandId), `${days} days ago`, days, index + 1]
        )
      const { read: slice } = yield* EventLog
      const seen: Array<string> = []
      let after: FeedPlace | undefined
      for (let more = true; more; ) {
        const page = yield* slice(within(scope), {}, after, 2)
        seen.push(...page.events.map(({ payload }) => payload))
        after = page.end
        more = page.more
      }
      assert.deepStrictEqual(
        seen,
        [33, 27, 9, 2, 0].map((days) => `${days} days ago`)
      )
    }).pipe(Effect.scoped)
  )

  it.effect("tells which of many feeds have grown", () =>
    Effect.gen(function* () {
      const [grown, still] = [yield* freshBrand, yield* freshBrand]
      const { advanced, end } = yield* EventLog
      const after = yield* end(grown.tenant)
      yield* insertInto(yield* session)(grown, "new")
      const feeds = [grown, still].map(({ tenant }) => ({ tenantId: tenant.id, after }))
      assert.deepStrictEqual(yield* advanced(feeds), [grown.tenant.id])
    }).pipe(Effect.scoped)
  )

  it.effect("shows no tenant the events of another one, not even by id", () =>
    Effect.gen(function* () {
      const [own, foreign] = [yield* freshBrand, yield* freshBrand]
      yield* insertInto(yield* session)(foreign, "theirs")
      const [event] = (yield* readSettled(foreign)).events
      const { find, placeOf } = yield* EventLog
      const id = event?.id ?? idOf("event", uuidOf(own.brandId))
      assert.deepStrictEqual((yield* read(own)).names, [])
      assert.isTrue((yield* find(within(own), id))._tag === "None")
      assert.isTrue((yield* placeOf(within(own), id))._tag === "None")
      assert.isTrue((yield* find(within(foreign), id))._tag === "Some")
    }).pipe(Effect.scoped)
  )
})
