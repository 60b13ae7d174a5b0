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
import { warnOfFewConnections } from "./warnOfFewConnections.ts"
import { databaseOf, watchedSocket } from "./watchedSocket.ts"

/**
 * The pools.
 * - `reads`: single statements, many at once on each connection. A statement names its tenant by `tenant_scope($1)`.
 * - `writes`: single statements and transactions (`transaction.ts`) of one tenant, one at a time on each connection.
 * - `commits`: connections lent to one user at a time, on which statements sent together share one write to the socket: a
 *   transaction takes two round trips.
 * - `system`: work that crosses tenants: authentication, the dispatcher, sweepers. Everything it listens for arrives on one
 *   connection outside the pool.
 *
 * Row-level security binds `reads`, `writes` and `commits`: without a tenant they see no rows. `bigint` columns are read as
 * numbers.
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
  /** The configured database, or else a private one in `dataDir`: running and migrated, with its pools open. */
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
        const database = yield* make({ url, poolSize: options.poolSize })
        const { commits, reads, system, writes } = connectionsOf(options.poolSize)
        yield* warnOfFewConnections(database.system, commits + reads + system + writes + listeners)
        return database
      })
    )
}

/** Requests would act as a role that bypasses row-level security, so that only our own statements kept tenants apart. */
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
  /** Connections of each of `writes` and `commits`; `system` has half as many and `reads` a quarter, but at least 2. */
  readonly poolSize: number
}

const connectionsOf = (poolSize: number) => ({
  system: Math.max(2, Math.ceil(poolSize / 2)),
  reads: Math.max(2, Math.ceil(poolSize / 4)),
  writes: poolSize,
  commits: poolSize
})
/** Connections outside the pools. */
const listeners = 1

/** Opens the pools on a migrated database. Connections are made on first use. */
export const make = Effect.fn("Database.make")(function* ({
  url,
  poolSize
}: DatabaseOptions): Effect.fn.Return<Database["Service"], SqlError.SqlError | RowSecurityBypassed, Scope.Scope> {
  const session = yield* sessionOn(url)
  const most = connectionsOf(poolSize)
  const watched = (limit: number) => watchedSocket(Redacted.value(url), limit)
  const stream = watched(answerLimit.requests)
  // The client labels its spans with what is named beside the URI.
  const named = databaseOf(new URL(Redacted.value(url)))
  const pool = (config: PgClient.PgPoolConfig) =>
    PgClient.make({ url, ...named, types, stream, connectionTTL, idleTimeout, ...config }).pipe(
      Effect.provide(Reactivity.layer)
    )

  const crossing = yield* pool({
    applicationName: "trunkline system",
    maxConnections: most.system,
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
    maxConnections: most.reads,
    multiplex: true,
    startupParameters: { ...session, ...limits, ...plannedOnce, ...role, default_transaction_read_only: "on" }
  })
  const writes = yield* pool({
    applicationName: "trunkline writes",
    maxConnections: most.writes,
    stream: watched(answerLimit.writes),
    startupParameters: { ...session, ...limits, ...role }
  })
  const commits = yield* PgPool.make({
    url,
    types,
    stream,
    connectionTTL,
    idleTimeout,
    applicationName: "trunkline commits",
    maxConnections: most.commits,
    multiplex: true,
    multiplexConcurrency: 1,
    startupParameters: { ...session, ...limits, ...plannedOnce, ...byIndex, ...role, ...writer }
  })
  return { reads, writes, commits, system }
})

/**
 * Milliseconds within which a connection must answer: longer than any statement may take, even one of `writes` on all tickets
 * of a tag.
 */
const answerLimit = { requests: 7_000, writes: 20_000, background: 65_000 }
/** A connection is replaced after this long. One made while the database was set to read-only stays read-only. */
const connectionTTL = "5 minutes"
/**
 * A pool ends an unused connection after this long, or up to twice as long: earlier than its socket does (`watchedSocket`),
 * because a statement that comes at that moment would fail.
 */
const idleTimeout = "25 seconds"
/**
 * After this long without a notice, the connection is probed: the peer may be gone, or the network may have dropped the
 * connection.
 */
const keepAlive = "30 seconds"

/** The role that requests act as: `appRole` if the user may assume it, otherwise the user. */
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
  // A standby refuses a session that begins like this: it takes no writes, and its data may be stale. No query reveals that
  // sooner.
  transaction_read_only: "off",
  statement_timeout: "5s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
  synchronous_commit: "on",
  // Queries touch few rows among many, those of one tenant: JIT compilation would cost more than it saves.
  jit: "off",
  // The index pages that lists walk are cached: a random page costs hardly more than a sequential one.
  random_page_cost: "1.1",
  timezone: "UTC"
}

/** Each statement is planned once per connection: planning costs more than running most of them. */
const plannedOnce = { plan_cache_mode: "force_generic_plan" }

/**
 * The statements of commits look up few rows by key. A plan made while a table was small would scan the whole table, and keep
 * doing so as the table grows.
 */
const byIndex = { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" }

/**
 * This session's writes carry the proof of what they refer to, their search words (docs/decisions/0037), and the tallies of new
 * tickets (0017); for other sessions, triggers supply them.
 */
const writer = { "trunkline.writer": "on", "trunkline.tallies": "on" }

/** The built-in codecs, except that `bigint` is read as a number; beyond 2^53 it stays a bigint. */
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
