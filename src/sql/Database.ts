import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Context, Effect, Layer, Option, Redacted, Result, Schema, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql"
import { advanceEpoch } from "./advanceEpoch.ts"
import { connectDatabase } from "./connectDatabase.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import * as Migrations from "./Migrations.ts"
import { appRole } from "./migrations/0001_roles_and_tenancy.ts"
import { sessionOn } from "./session.ts"
import { sharedListener } from "./sharedListener.ts"
import { databaseOf, watchedSocket } from "./watchedSocket.ts"

/**
 * The pools.
 * - `reads`: single statements, many at once on each connection. A statement names its tenant by `tenant_scope($1)`.
 * - `writes`: single statements and transactions (`transaction.ts`) of one tenant, one at a time on each connection.
 * - `commits`: connections lent to one user at a time, on which statements sent together share one write to the socket:
 *   a transaction in two round trips.
 * - `system`: work that crosses tenants: authentication, dispatcher, sweepers. All that it listens for comes over one
 *   connection beside the pool.
 *
 * Row-level security binds `reads`, `writes` and `commits`: without a tenant they see nothing. `bigint` columns are numbers.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly reads: PgClient.PgClient
    readonly writes: PgClient.PgClient
    readonly commits: PgPool.PgPool
    readonly system: PgClient.PgClient
  }
>()("trunkline/sql/Database") {
  /** The configured database, else a private one in `dataDir`: running, migrated, with its pools open. */
  static readonly layer = (options: {
    /** The setting DATABASE_URL. */
    readonly databaseUrl: Option.Option<Redacted.Redacted>
    readonly dataDir: string
    readonly poolSize: number
  }) =>
    Layer.effect(
      Database,
      Effect.gen(function* () {
        const url = yield* Option.match(options.databaseUrl, {
          onNone: () => EmbeddedPostgres.start({ dataDir: options.dataDir, durable: true }),
          onSome: Effect.succeed
        })
        yield* connectDatabase(url)
        const ran = yield* Migrations.migrate(url, yield* Migrations.load(), advanceEpoch)
        if (ran.length > 0)
          yield* Effect.logInfo(
            `Brought the database up to date (${ran.length} ${ran.length === 1 ? "migration" : "migrations"})`
          )
        return yield* make({ url, poolSize: options.poolSize })
      })
    )
}

/** Requests would act as a role that row-level security does not bind, so that nothing but our own statements kept tenants apart. */
export class RowSecurityBypassed extends Schema.TaggedError<RowSecurityBypassed>()("RowSecurityBypassed", {
  role: Schema.String
}) {
  override get message() {
    return `Row-level security does not apply to the database role ${this.role}, because it is a superuser or has BYPASSRLS: connect as another user, or let this one create the role ${appRole} without these attributes and be a member of it.`
  }
}

export interface DatabaseOptions {
  /** A migrated database, as a libpq URI. */
  readonly url: Redacted.Redacted
  /** Connections of `writes`, and of `commits`; `system` has half as many and `reads` a quarter, each at least 2. */
  readonly poolSize: number
}

/** Opens the pools on a migrated database. Connections are made when first needed. */
export const make = Effect.fn("Database.make")(function* ({
  url,
  poolSize
}: DatabaseOptions): Effect.fn.Return<Database["Service"], SqlError.SqlError | RowSecurityBypassed, Scope.Scope> {
  const session = yield* sessionOn(url)
  const watched = (limit: number) => watchedSocket(Redacted.value(url), limit)
  const stream = watched(answerLimit.requests)
  // Its spans name what is named beside the URI.
  const named = databaseOf(new URL(Redacted.value(url)))
  const pool = (config: PgClient.PgPoolConfig) =>
    PgClient.make({ url, ...named, types, stream, connectionTTL, ...config }).pipe(Effect.provide(Reactivity.layer))

  const crossing = yield* pool({
    applicationName: "trunkline system",
    maxConnections: Math.max(2, Math.ceil(poolSize / 2)),
    stream: watched(answerLimit.background),
    startupParameters: { ...session, ...limits, statement_timeout: "60s", "trunkline.system": "on" }
  })
  const listen = yield* sharedListener({
    url,
    applicationName: "trunkline notices",
    keepAlive,
    startupParameters: session
  })
  const system = Object.assign(crossing, { listen })

  const requests = yield* requestRole(system)
  const role = requests.role === appRole ? { role: appRole } : {}

  const reads = yield* pool({
    applicationName: "trunkline reads",
    maxConnections: Math.max(2, Math.ceil(poolSize / 4)),
    multiplex: true,
    startupParameters: { ...session, ...limits, ...plannedOnce, ...role, default_transaction_read_only: "on" }
  })
  const writes = yield* pool({
    applicationName: "trunkline writes",
    maxConnections: poolSize,
    stream: watched(answerLimit.writes),
    startupParameters: { ...session, ...limits, ...role }
  })
  const commits = yield* PgPool.make({
    url,
    types,
    stream,
    connectionTTL,
    applicationName: "trunkline commits",
    maxConnections: poolSize,
    multiplex: true,
    multiplexConcurrency: 1,
    startupParameters: { ...session, ...limits, ...plannedOnce, ...byIndex, ...role, ...writer }
  })
  return { reads, writes, commits, system }
})

/** Milliseconds within which a connection answers: no statement may take as long, nor one of `writes` about all tickets of a tag. */
const answerLimit = { requests: 7_000, writes: 20_000, background: 65_000 }
/** After so long a connection makes room for a new one. Those made while the database was set to be read-only stay so. */
const connectionTTL = "5 minutes"
/** After so long without a notice, a connection is asked whether the other end is there: it may be gone, or forgotten on the way. */
const keepAlive = "30 seconds"

/** The role that requests act as: one of our own where the user may, else the user. */
const requestRole = Effect.fnUntraced(function* (system: PgClient.PgClient) {
  const [found] = yield* system<{ role: string; bypasses: boolean }>`
    SELECT rolname AS role, rolsuper OR rolbypassrls AS bypasses FROM pg_roles
    WHERE rolname = current_user OR (rolname = ${appRole} AND pg_has_role(oid, 'MEMBER'))
    ORDER BY rolname = ${appRole} DESC LIMIT 1`
  if (found === undefined || found.bypasses) return yield* new RowSecurityBypassed({ role: found?.role ?? "" })
  if (found.role !== appRole) {
    yield* Effect.logWarning(
      `The database user cannot act as the role ${appRole}: row-level security applies to the user itself.`
    )
  }
  return found
})

/** Server-side limits of every session, so that no request and no forgotten transaction holds a connection for long. */
const limits = {
  // A standby refuses whoever begins so: it takes no writes, and what it knows may be old. No query says so sooner.
  transaction_read_only: "off",
  statement_timeout: "5s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
  synchronous_commit: "on",
  // Rows of one tenant are few among many: an interpreted plan starts sooner than a compiled one pays off.
  jit: "off",
  // The index pages that lists walk are in memory: a random page costs hardly more than the next one.
  random_page_cost: "1.1",
  timezone: "UTC"
}

/** Every shape of a statement is planned once for a connection: planning costs more than running most of them. */
const plannedOnce = { plan_cache_mode: "force_generic_plan" }

/**
 * The statements of commits look up few rows by their keys. A plan that was made while a table was small would scan it
 * whole, and go on doing so while it grows.
 */
const byIndex = { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" }

/**
 * Its rows carry the proof of what they refer to, and their words (docs/decisions/0037), and new tickets what they count as (0017):
 * triggers see to what others write.
 */
const writer = { "trunkline.writer": "on", "trunkline.tallies": "on" }

/** Built-in codecs, with `bigint` as a number; only beyond 2^53 it stays a bigint. */
const types = PgTypes.makeRegistry()
types.register<number | bigint>(
  PgTypes.OID.int8,
  {
    encode: (value) => {
      const bytes = new Uint8Array(8)
      new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
      return Result.succeed(bytes)
    },
    decode: (bytes) => Result.succeed(readInt8(bytes, 0)),
    read: (bytes, offset) => Result.succeed(readInt8(bytes, offset))
  },
  { arrayOid: PgTypes.OID.int8Array }
)

const readInt8 = (bytes: Uint8Array, offset: number): number | bigint => {
  const value = new DataView(bytes.buffer, bytes.byteOffset + offset, 8).getBigInt64(0)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
