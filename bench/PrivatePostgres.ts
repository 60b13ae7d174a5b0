import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted, type Scope } from "effect"
import pg from "pg"
import * as EmbeddedPostgres from "../src/sql/EmbeddedPostgres.ts"

/** The one PostgreSQL server that all contenders use, each with its own database. */
export interface PrivatePostgres {
  /** Process id of the postmaster. */
  readonly pid: number
  readonly url: (database: string) => string
  /** Runs one or several SQL statements as superuser and returns the rows of the last one. A failure is a defect. */
  readonly run: (database: string, sql: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
}

/** Starts the PostgreSQL server that ships with the product, with its shipped settings, in the new `folder`. */
export const startPrivatePostgres = (
  folder: string
): Effect.Effect<PrivatePostgres, EmbeddedPostgres.EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    mkdirSync(folder)
    const base = Redacted.value(yield* EmbeddedPostgres.start({ dataDir: folder, durable: true }))
    const url = (database: string) => Object.assign(new URL(base), { pathname: database }).href
    const run = (database: string, sql: string) =>
      Effect.acquireUseRelease(
        Effect.promise(async () => {
          const client = new pg.Client(url(database))
          await client.connect()
          return client
        }),
        (client) => Effect.promise(() => client.query(sql)),
        (client) => Effect.promise(() => client.end())
      ).pipe(Effect.map((results) => [results].flat().at(-1)?.rows ?? []))
    return { pid: Number.parseInt(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8"), 10), url, run }
  })
