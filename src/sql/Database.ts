import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Context, Effect, type Redacted, Result, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql"
import { appRole } from "./migrations/0001_roles_and_tenancy.ts"

/**
 * The pools.
 * - `reads`: single statements, many at once on each connection. A statement names its tenant by `tenant_scope($1)`.
 * - `writes`: single statements and transactions (`transaction.ts`) of one tenant, one at a time on each connection.
 * - `system`: work that crosses tenants: authentication, dispatcher, sweepers.
 *
 * Row-level security binds `reads` and `writes`: without a tenant they see nothing. `bigint` columns are numbers.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly reads: PgClient.PgClient
    readonly writes: PgClient.PgClient
    readonly system: PgClient.PgClient
  }
>()("trunkline/sql/Database") {}

export interface DatabaseOptions {
  /** A migrated database, as a libpq URI. */
  readonly url: Redacted.Redacted
  /** Connections of each of `reads` and `writes`; `system` has half as many, at least 2. */
  readonly poolSize: number
}

/** Opens the pools on a migrated database. Connections are made when first needed. */
export const make = Effect.fn("Database.make")(function* ({
  url,
  poolSize
}: DatabaseOptions): Effect.fn.Return<Database["Service"], SqlError.SqlError, Scope.Scope> {
  const pool = (config: PgClient.PgPoolConfig) =>
    PgClient.make({ url, types, ...config }).pipe(Effect.provide(Reactivity.layer))

  const system = yield* pool({
    applicationName: "trunkline system",
    maxConnections: Math.max(2, Math.ceil(poolSize / 2)),
    startupParameters: { ...limits, statement_timeout: "60s", "trunkline.system": "on" }
  })

  const [membership] = yield* system<{ usable: boolean }>`SELECT coalesce(
    (SELECT pg_has_role(oid, 'MEMBER') FROM pg_roles WHERE rolname = ${appRole}), false) AS usable`
  const role = membership?.usable === true ? { role: appRole } : {}
  if (!("role" in role)) {
    yield* Effect.logWarning(
      `The database user may not act as role ${appRole}; row-level security binds it only if it is no superuser and has no BYPASSRLS.`
    )
  }

  const reads = yield* pool({
    applicationName: "trunkline reads",
    maxConnections: poolSize,
    multiplex: true,
    startupParameters: { ...limits, ...role, default_transaction_read_only: "on" }
  })
  const writes = yield* pool({
    applicationName: "trunkline writes",
    maxConnections: poolSize,
    startupParameters: { ...limits, ...role }
  })
  return { reads, writes, system }
})

/** Server-side limits of every session, so that no request and no forgotten transaction holds a connection for long. */
const limits = {
  statement_timeout: "5s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
  synchronous_commit: "on",
  // Rows of one tenant are few among many: an interpreted plan starts sooner than a compiled one pays off.
  jit: "off",
  timezone: "UTC"
}

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
