import { assert, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted, Stream } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../../src/domain/Principal.ts"
import { EventLog, type FeedPlace, type LoggedEvent } from "../../src/events/EventLog.ts"
import { EventStreams } from "../../src/events/EventStreams.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlEventLog from "../../src/sql/events/SqlEventLog.ts"
import { load, migrate } from "../../src/sql/Migrations.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey } from "../support/seedTenant.ts"
import { currentUrl, emptyDatabase } from "../support/TestDatabase.ts"
import { fresh, freshBrand, openedIn, ticketService } from "../support/ticketService.ts"

/** How far ahead the transaction ids of the dumped cluster were. */
const ahead = 3_000_000_000n

const within = ({ tenant }: BrandScope): BrandsScope => ({ tenant, brands: "all" })

/** The effect of restoring a dump from a cluster that is far ahead: the same rows, with fewer transactions here. */
const restore = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`update events set transaction_id = (transaction_id::text::bigint + ${ahead})::text::xid8`
})

/** The position that a cursor from that cluster names. */
const there = (place: FeedPlace): FeedPlace => ({ ...place, transaction: String(BigInt(place.transaction) + ahead) })

/** What every node does when it starts. */
const start = Effect.gen(function* () {
  const databaseUrl = Option.some(Redacted.make(yield* currentUrl))
  yield* Effect.scoped(Layer.build(Database.layer({ databaseUrl, dataDir: "/nowhere", poolSize: 2 })))
})

const epoch = Effect.gen(function* () {
  const { system } = yield* Database
  const [row] = yield* system<{ epoch: number }>`select event_epoch() as epoch`
  return row?.epoch
})

/** What a reader gets from a position, or from the oldest event, once nothing holds the feed back. */
const read = Effect.fnUntraced(function* (scope: BrandScope, after?: FeedPlace) {
  const slice = yield* Effect.repeat((yield* EventLog).read(within(scope), {}, after, 500), {
    until: ({ pending }) => !pending,
    times: 500
  })
  return { ids: idsOf(slice.events), payloads: slice.events.map(({ payload }) => payload), end: slice.end }
})

const idsOf = (events: ReadonlyArray<LoggedEvent>) => events.map(({ id }) => id)

/** The position of a reader that has seen these events. */
const lastOf = Effect.fnUntraced(function* (scope: BrandScope, ids: ReturnType<typeof idsOf>) {
  const last = yield* Effect.fromNullishOr(ids.at(-1))
  return yield* Effect.fromOption(yield* (yield* EventLog).placeOf(within(scope), last))
})

const log = EventStreams.layer.pipe(Layer.provideMerge(SqlEventLog.layer), Layer.provideMerge(ticketService))

layer(log, { excludeTestServices: true })("A start after a restore from another cluster", (it) => {
  it.effect("keeps restored events in order, and puts new ones after every cursor, repeatedly", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { update } = yield* Tickets
      const ticket = yield* openedIn(scope)
      let seen = (yield* read(scope)).ids
      assert.isAbove(seen.length, 1)

      for (const title of ["Restored once", "Restored twice"]) {
        const cursor = there((yield* read(scope)).end)
        yield* restore
        yield* Effect.all([start, start], { concurrency: 2 })
        assert.deepStrictEqual((yield* read(scope)).ids, seen)
        assert.deepStrictEqual((yield* read(scope, cursor)).ids, [])

        const resumed = yield* Effect.forkChild(
          Stream.runHead((yield* EventStreams).follow(within(scope), {}, yield* lastOf(scope, seen)))
        )
        yield* fresh(update(scope, byKey, ticket.id, { title }))
        const news = (yield* read(scope, cursor)).ids
        assert.lengthOf(news, 1)
        assert.deepStrictEqual((yield* read(scope, yield* lastOf(scope, seen))).ids, news)
        assert.deepStrictEqual(idsOf(yield* Effect.fromOption(yield* Fiber.join(resumed))), news)
        seen = [...seen, ...news]
        assert.deepStrictEqual((yield* read(scope)).ids, seen)

        const present = yield* epoch
        yield* start
        assert.strictEqual(yield* epoch, present)
      }
    })
  )

  it.effect("waits for transactions in progress, whose events come before new ones", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const store = Effect.fnUntraced(function* (payload: string) {
        yield* system`insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload)
          values (new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'ticket.updated', gen_random_uuid(), now(), ${payload})`
      })
      yield* store("restored")
      yield* restore
      const starting = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* store("stored meanwhile")
          const starting = yield* Effect.forkDetach(start)
          const waiting = system`select from pg_locks where relation = 'events'::regclass and not granted`
          assert.isAbove((yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0, times: 2_000 })).length, 0)
          return starting
        })
      )
      yield* Fiber.join(starting)
      yield* store("new")
      assert.deepStrictEqual((yield* read(scope)).payloads, ["stored meanwhile", "restored", "new"])
    })
  )
})

layer(log, { excludeTestServices: true })("A start without a restore", (it) => {
  it.effect("leaves the numbers of events unchanged", () =>
    Effect.gen(function* () {
      yield* openedIn(yield* freshBrand)
      yield* start
      assert.strictEqual(yield* epoch, 0)
    })
  )
})

it.live("A restore from before epochs existed is repaired by the migration that introduces them", () =>
  Effect.gen(function* () {
    const { sql, url } = yield* emptyDatabase
    const migrations = yield* load()
    yield* migrate(url, migrations.slice(0, 46))
    yield* sql`with account as (insert into accounts (id, name) values (new_uuid_v7(), 'Acme') returning id)
      insert into tenants (id, account_id, mode) select new_uuid_v7(), id, 'live' from account`
    const store = (count: number) => sql`
      insert into events (id, tenant_id, brand_id, type, chain_id, occurred_at, payload)
        select new_uuid_v7(), id, id, 'ticket.updated', id, now(), '{}' from tenants, generate_series(1, ${count}::int)`
    yield* store(1)
    yield* sql`update events set transaction_id = (transaction_id::text::bigint + ${ahead})::text::xid8`
    yield* store(20_000)
    const hidden = sql`select from events where transaction_id >= event_horizon()`
    assert.lengthOf(yield* hidden, 1)
    yield* migrate(url, migrations)
    assert.lengthOf(yield* hidden, 0)
  })
)
