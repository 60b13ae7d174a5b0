import { randomBytes } from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { advanceEpoch } from "../../src/sql/advanceEpoch.ts"
import * as Database from "../../src/sql/Database.ts"
import { complete, load, type Migration, migrate } from "../../src/sql/Migrations.ts"
import { appRole } from "../../src/sql/migrations/0001_roles_and_tenancy.ts"
import { transaction } from "../../src/sql/transaction.ts"
import { Tags } from "../../src/tickets/settings/Tags.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { recordServicesOn } from "../support/recordServices.ts"
import { byKey } from "../support/seedTenant.ts"
import { eventsAbout, freshBrand, openedIn, ticketServiceOn } from "../support/ticketService.ts"

const acme = { id: "01890000-0000-7000-8000-000000000001" }
const umbrella = { id: "01890000-0000-7000-8000-000000000002" }

/** A migration as it runs on a server on which nobody has created the role of requests. */
const withoutRole = (migration: Migration): Migration => ({
  ...migration,
  step: Effect.map(migration.step, (step) => ({
    ...step,
    run: Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const unsafe: typeof sql.unsafe = (text, parameters) =>
        sql.unsafe(text.replaceAll(appRole, "trunkline_absent"), parameters)
      const renaming = new Proxy(sql, { get: (target, key) => (key === "unsafe" ? unsafe : Reflect.get(target, key)) })
      return Effect.provideService(step.run, SqlClient.SqlClient, renaming)
    })
  }))
})

/** A database whose owner may not create roles, as hosting providers offer; returns its URI. */
const hostedDatabase = Effect.fnUntraced(function* (attributes = "") {
  const url = new URL(inject("templateUrl"))
  url.pathname = "postgres"
  const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href) }).pipe(Effect.provide(Reactivity.layer))
  const name = `hosted_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(sql`CREATE ROLE ${sql(name)} LOGIN PASSWORD 'hosted' ${sql.literal(attributes)}`, () =>
    Effect.orDie(sql`DROP ROLE ${sql(name)}`)
  )
  yield* Effect.acquireRelease(sql`CREATE DATABASE ${sql(name)} OWNER ${sql(name)}`, () =>
    Effect.orDie(sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)
  )
  url.pathname = name
  url.username = name
  url.password = "hosted"
  return Redacted.make(url.href)
})

it.live("A user who may not create roles gets every table, and is still bound by row-level security", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase()
    yield* migrate(url, yield* load())
    const database = yield* Database.make({ url, poolSize: 2 })
    const { reads, system, writes } = database
    yield* system`CREATE TABLE notes (tenant_id uuid NOT NULL, text text)`
    yield* system`SELECT trunkline_enable_rls('notes')`
    yield* system`INSERT INTO notes VALUES (${acme.id}, 'a'), (${umbrella.id}, 'b')`

    assert.strictEqual((yield* system`SELECT * FROM notes`).length, 2)
    assert.strictEqual((yield* reads`SELECT * FROM notes`).length, 0)
    assert.deepStrictEqual(yield* transaction(database, acme)(writes`SELECT text FROM notes`), [{ text: "a" }])
    const stolen = transaction(database, acme)(writes`INSERT INTO notes VALUES (${umbrella.id}, 'c')`)
    assert.include(String(yield* Effect.catchDefect(stolen, Effect.succeed)), "SQLSTATE 42501")
  })
)

it.live("A user who may not create roles gets every migration, also where no other database has created the role", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase()
    const migrations = yield* load()
    const ran = yield* migrate(url, migrations.map(withoutRole))
    assert.strictEqual(ran.length, migrations.length)
    const { reads } = yield* Database.make({ url, poolSize: 2 })
    yield* complete(reads, migrations)
  })
)

it.live("A user who may not create roles counts, merges and purges tickets, each tenant its own", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase()
    yield* migrate(url, yield* load())
    const database = Layer.succeed(Database.Database, yield* Database.make({ url, poolSize: 2 }))
    yield* Effect.gen(function* () {
      const [scope, other] = [yield* freshBrand, yield* freshBrand]
      const tickets = yield* Tickets
      const [target, source] = [yield* openedIn(scope), yield* openedIn(scope), yield* openedIn(other)]
      yield* tickets.merge(scope, byKey, target.id, [source.id])
      const counts = () => tickets.counts({ tenant: scope.tenant, brands: "all" })
      assert.deepStrictEqual(
        (yield* counts()).map(({ brandId, open, unassigned }) => [brandId, open, unassigned]),
        [[scope.brandId, 1, 1]]
      )
      yield* tickets.purge(scope, byKey, target.id)
      assert.strictEqual((yield* counts())[0]?.open, 0)
      const events = yield* eventsAbout(target.id)
      assert.deepStrictEqual(
        events.map(({ data }) => data["purged"]),
        [true, true, true, true]
      )
    }).pipe(Effect.provide(ticketServiceOn(Layer.merge(database, IdGenerator.layer))))
  })
)

it.live("A user who may not create roles counts and merges tags, each brand its own", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase()
    yield* migrate(url, yield* load())
    const database = Layer.succeed(Database.Database, yield* Database.make({ url, poolSize: 2 }))
    yield* Effect.gen(function* () {
      const [scope, other] = [yield* freshBrand, yield* freshBrand]
      const tags = yield* Tags
      const named = { tags: { names: ["vip", "gold"], ids: [] } }
      const [mine] = [yield* openedIn(scope, named), yield* openedIn(scope, named), yield* openedIn(other, named)]
      const [gold, vip] = mine.tags
      assert(gold !== undefined && vip !== undefined)
      yield* tags.merge(scope, byKey, vip.id, [gold.id])
      assert.deepStrictEqual([...(yield* tags.stats(scope))], [[vip.id, 2]])
      assert.deepStrictEqual([...(yield* tags.stats(other)).values()], [1, 1])
      const stolen = Effect.flip(tags.stats({ tenant: other.tenant, brandId: scope.brandId }))
      assert.strictEqual((yield* stolen)._tag, "NotFound")
    }).pipe(Effect.provide(recordServicesOn(Layer.merge(database, IdGenerator.layer))))
  })
)

it.live("A user who may not create roles starts on data restored from another cluster", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase()
    yield* migrate(url, yield* load())
    const database = yield* Database.make({ url, poolSize: 2 })
    yield* Effect.provide(
      Effect.flatMap(freshBrand, (scope) => openedIn(scope)),
      ticketServiceOn(Layer.merge(Layer.succeed(Database.Database, database), IdGenerator.layer))
    )
    const { system } = database
    yield* system`UPDATE events SET transaction_id = '3000000000'`
    const hidden = system`SELECT FROM events WHERE transaction_id >= event_horizon()`
    assert.isAbove((yield* hidden).length, 0)
    yield* migrate(url, yield* load(), advanceEpoch)
    assert.strictEqual((yield* hidden).length, 0)
  })
)

it.live("A user who is not bound by row-level security is refused at the start, and the error says who and why", () =>
  Effect.gen(function* () {
    const url = yield* hostedDatabase("BYPASSRLS")
    yield* migrate(url, yield* load())
    const error = yield* Effect.flip(Database.make({ url, poolSize: 2 }))
    assert.strictEqual(error._tag, "RowSecurityBypassed")
    const { username } = new URL(Redacted.value(url))
    assert.include(
      error.message,
      `does not apply to the database role ${username}, because it is a superuser or has BYPASSRLS`
    )
  })
)
