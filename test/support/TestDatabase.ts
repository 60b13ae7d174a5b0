import { randomBytes } from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import * as Database from "../../src/sql/Database.ts"
import { copyCluster } from "./copyCluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** URI of the migrated database that each test file clones. */
    templateUrl: string
    /** The cluster of a private database with every table, which no server runs on. */
    clusterDir: string
  }
}

/** Gives a data folder a private database that has every table already, as an earlier start leaves it. */
export const copyMigrated = (dataDir: string) => copyCluster(inject("clusterDir"), dataDir)

/** Clones a migrated database, which is dropped with the scope; returns its URI. */
export const freshDatabase = Effect.gen(function* () {
  const template = new URL(inject("templateUrl"))
  const name = `test_${randomBytes(6).toString("hex")}`
  const source = template.pathname.slice(1)
  const maintenance = new URL(template)
  maintenance.pathname = "postgres"
  const sql = yield* PgClient.makeClient({ url: Redacted.make(maintenance.href) }).pipe(
    Effect.provide(Reactivity.layer)
  )
  yield* Effect.acquireRelease(sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(source)} STRATEGY file_copy`, () =>
    Effect.orDie(sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)
  )
  template.pathname = name
  return Redacted.make(template.href)
}).pipe(Effect.orDie)

/** A database of its own without any migration, and a connection to it. */
export const emptyDatabase = Effect.gen(function* () {
  const url = yield* freshDatabase
  const sql = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
  yield* sql`DROP SCHEMA public CASCADE`
  yield* sql`CREATE SCHEMA public`
  return { url, sql }
})

/** Sets a default for new sessions of this database. */
export const alterDatabase = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  settings: Readonly<Record<string, string>>
) {
  const [row] = yield* sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`
  for (const [name, value] of Object.entries(settings))
    yield* sql.unsafe(`ALTER DATABASE ${row?.name} SET ${name} = '${value}'`)
})

/** The URI of this test's database. */
export const currentUrl = Effect.gen(function* () {
  const { system } = yield* Database.Database
  const [row] = yield* system<{ name: string }>`SELECT current_database() AS name`
  return Object.assign(new URL(inject("templateUrl")), { pathname: row?.name }).href
}).pipe(Effect.orDie)

/** `Database` on a database of its own. `SqlClient` and `PgClient` are its `system` pool, which sees every tenant. */
export const layer: Layer.Layer<Database.Database | SqlClient.SqlClient | PgClient.PgClient> = Layer.unwrap(
  Effect.map(freshDatabase, (url) => on(url))
)

/** The same on an existing database. Each build has its own pools, as a server process has. */
export function on(url: Redacted.Redacted): typeof layer {
  return Layer.effectContext(
    Effect.gen(function* () {
      const database = yield* Database.make({ url, poolSize: 10 })
      return Context.make(Database.Database, database).pipe(
        Context.add(SqlClient.SqlClient, database.system),
        Context.add(PgClient.PgClient, database.system)
      )
    }).pipe(Effect.orDie)
  )
}
