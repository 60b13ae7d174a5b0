import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Effect, type Redacted, Schedule, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlError } from "effect/sql"
import { programFolder } from "../runtime/programFolder.ts"
import { StatementFailed } from "./StatementFailed.ts"
import { sessionOn } from "./session.ts"

/**
 * A newer Trunkline migrated this database, and this one cannot serve beside it: it could damage data that it does not know.
 */
export class DatabaseTooNew extends Schema.TaggedError<DatabaseTooNew>()("DatabaseTooNew", {
  database: Schema.Int,
  code: Schema.Int
}) {
  override get message() {
    return `The database is at migration ${this.database}, but this version of Trunkline knows only ${this.code}: start the newer version that migrated it, or point DATABASE_URL (or DATA_DIR) at another database.`
  }
}

/** This database lacks a migration of the code, as after a restore from an older backup. */
export class DatabaseTooOld extends Schema.TaggedError<DatabaseTooOld>()("DatabaseTooOld", {
  database: Schema.Int,
  code: Schema.Int
}) {}

/** A step failed: its number, its name and what PostgreSQL said. None of it is in the database. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  id: Schema.Int,
  name: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Migration ${this.id} (${this.name}) failed and was rolled back (${this.reason}): fix that and start again, or go back to the previous version, and to the backup if earlier migrations keep that version from starting.`
  }
}

/** A step of the schema. It runs once, in a transaction of its own. */
export interface Migration {
  readonly id: number
  readonly name: string
  /** SHA-256 of the source, to detect edits of an applied step. */
  readonly checksum: string
  /** Loaded only when the step is to run. */
  readonly step: Effect.Effect<Step>
}

/** What a migration does. */
export interface Step {
  /**
   * The newest step that code must know to serve on a database with this one: its own number, unless the file exports another.
   * See docs/decisions/0035-rolling-upgrades.md.
   */
  readonly oldestCode: number
  readonly run: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>
}

/** The number of the newest step among these migrations. */
export const newestOf = (migrations: ReadonlyArray<Migration>): number => migrations.at(-1)?.id ?? 0

/** Key of the advisory lock that nodes queue for at startup ("trunk" in ASCII). */
const lockKey = 0x74_72_75_6e_6b
/**
 * How long a step waits for a table lock before it lets those queued behind it pass, and retries: other nodes are serving, and
 * their requests wait no longer than this.
 */
const lockTimeout = "1s"
const untilFree = { schedule: Schedule.spaced("1 second"), times: 300 }
/** A step may take long, and so may the wait for another node's: the timeouts set for the user's sessions would end both. */
const unhurried = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" }

/**
 * Brings the database at `url` to the newest migration, then runs `eachStart`, and returns the migrations that it ran. Any
 * number of nodes may call it at once: they queue for a session lock, which is released with its connection. A start killed
 * half-way leaves only whole steps.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (
  url: Redacted.Redacted,
  migrations: ReadonlyArray<Migration>,
  eachStart: Step["run"] = Effect.void
) {
  const sql = yield* PgClient.makeClient({
    url,
    applicationName: "trunkline migrations",
    startupParameters: { ...(yield* sessionOn(url)), ...unhurried }
  }).pipe(Effect.provide(Reactivity.layer))
  yield* Effect.acquireRelease(sql`SELECT pg_advisory_lock(${lockKey})`, () =>
    Effect.ignore(sql`SELECT pg_advisory_unlock(${lockKey})`)
  )
  yield* sql`CREATE TABLE IF NOT EXISTS migrations (
    id int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
  if (!(yield* tellsOldest(sql))) yield* sql`ALTER TABLE migrations ADD COLUMN oldest_code int`
  const applied = yield* sql<{
    id: number
    checksum: string
    oldestCode: number
  }>`SELECT id, checksum, coalesce(oldest_code, id) AS "oldestCode" FROM migrations ORDER BY id`
  const checksums = new Map(applied.map(({ id, checksum }) => [id, checksum]))

  const newest = newestOf(migrations)
  const reached = applied.at(-1)?.id ?? 0
  if (applied.some(({ oldestCode }) => oldestCode > newest))
    return yield* new DatabaseTooNew({ database: reached, code: newest })
  if (reached > newest)
    yield* Effect.logInfo(`The database is at migration ${reached}; this version (${newest}) can work with it`)

  const inTransaction = (run: Step["run"]) =>
    sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`.pipe(
      Effect.andThen(run),
      sql.withTransaction,
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.retry({ ...untilFree, while: ({ reason }) => reason._tag === "LockTimeoutError" }),
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )

  const ran: Array<Migration> = []
  for (const migration of migrations) {
    const { id, name, checksum, step } = migration
    const known = checksums.get(id)
    if (known === undefined) {
      const { oldestCode, run } = yield* step
      yield* inTransaction(
        Effect.andThen(run, sql`INSERT INTO migrations ${sql.insert({ id, name, checksum, oldest_code: oldestCode })}`)
      ).pipe(Effect.mapError((error) => new MigrationFailed({ id, name, reason: new StatementFailed(error).message })))
      ran.push(migration)
    } else if (known !== checksum) {
      yield* Effect.logWarning(`Migration ${id} (${name}) was edited after it was applied to this database.`)
    }
  }
  yield* inTransaction(eachStart)
  return ran
}, Effect.scoped)

/**
 * Fails unless the database has the newest of `migrations`, and no step beside which code that knows only these cannot serve.
 */
export const complete = Effect.fn("Migrations.complete")(function* (
  sql: SqlClient.SqlClient,
  migrations: ReadonlyArray<Migration>
) {
  const [row] = yield* sql<{ reached: number; oldestCode: number }>`SELECT coalesce(max(id), 0) AS reached,
    coalesce(max(coalesce(oldest_code, id)), 0) AS "oldestCode" FROM migrations`
  const [database, oldestCode, code] = [row?.reached ?? 0, row?.oldestCode ?? 0, newestOf(migrations)]
  if (database < code) return yield* new DatabaseTooOld({ database, code })
  if (oldestCode > code) return yield* new DatabaseTooNew({ database, code })
})

/** Whether the table says which code can serve beside a step; the tables of earlier versions do not. */
const tellsOldest = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`SELECT FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'oldest_code'`,
    (rows) => rows.length > 0
  )

const folder = join(programFolder, "src/sql/migrations")

/**
 * The migrations, in order: files named `NNNN_snake_case.ts`, each with its effect as the default export, and `oldestCode`
 * where older code can serve beside it.
 */
export const load = () =>
  Effect.sync(() =>
    readdirSync(folder)
      .filter((file) => /^\d{4}_[a-z0-9_]+\.ts$/.test(file))
      .sort()
      .map((file): Migration => {
        const [id, name] = [Number(file.slice(0, 4)), basename(file, ".ts")]
        return {
          id,
          name: name.slice(5),
          checksum: createHash("sha256")
            .update(readFileSync(join(folder, file)))
            .digest("hex"),
          step: Effect.map(
            Effect.promise(
              // The form of this path tells bundlers which files it may mean.
              (): Promise<{ default: Step["run"]; oldestCode?: number }> => import(`./migrations/${name}.ts`)
            ),
            ({ default: run, oldestCode = id }) => ({ run, oldestCode })
          )
        }
      })
  )
