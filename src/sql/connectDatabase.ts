import * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Effect, Redacted, Schedule, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql"
import { type DatabaseCheck, notThroughPooler, proof, refusals, warnings } from "./databaseChecks.ts"
import { saidBy, sqlState } from "./StatementFailed.ts"
import { startSession } from "./session.ts"
import { howToTrust, urlObjection } from "./urlObjection.ts"

/** How long a start waits for a database that does not answer yet, as when both are started together. */
const patience = { schedule: Schedule.spaced("1 second"), times: 30 }
const howToEncrypt = "if it requires TLS, add ?sslmode=require"

/** The database that DATABASE_URL names cannot be used, for a reason that the server or the system gave. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  host: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The database on ${this.host} cannot be used (${this.reason}): check DATABASE_URL, or unset it to use the private database.`
  }
}

/** Waits until the database answers, refuses one that cannot serve, and warns of what its operator should change. */
export const connectDatabase = Effect.fn("connectDatabase")(function* (url: Redacted.Redacted) {
  const { hostname, searchParams } = new URL(Redacted.value(url))
  const host = (searchParams.get("host") ?? hostname) || "localhost"
  const unusable = (reason: string) => new DatabaseUnusable({ host, reason })
  const objection = urlObjection(host, searchParams)
  if (objection !== undefined) return yield* unusable(objection)
  const isEncrypted = (searchParams.get("sslmode") ?? "disable") !== "disable"

  const connect = PgClient.makeClient({
    url,
    applicationName: "trunkline start",
    startupParameters: { ...startSession, [proof]: "on" }
  }).pipe(Effect.provide(Reactivity.layer))
  const sql = yield* connect.pipe(
    Effect.catchIf(isAway, () =>
      Effect.andThen(
        Effect.logInfo(`Waiting for the database on ${host}`),
        Effect.retry(connect, { while: isAway, ...patience })
      )
    ),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.mapError((error) => unusable(explained(error, isEncrypted)))
  )
  const toldBy = ({ query, told }: DatabaseCheck) =>
    sql.unsafe<{ found: string }>(query).pipe(
      Effect.map(([row]) => row && told(row.found)),
      Effect.mapError((error) => unusable(saidBy(error)))
    )
  for (const check of refusals) {
    const reason = yield* toldBy(check)
    if (reason !== undefined) return yield* unusable(reason)
  }
  for (const check of warnings) {
    const warning = yield* toldBy(check)
    if (warning !== undefined) yield* Effect.logWarning(warning)
  }
}, Effect.scoped)

/** What was said, and what to do if that does not tell. */
const explained = (error: SqlError.SqlError, isEncrypted: boolean): string => {
  const said = saidBy(error)
  if (isUnlisted(error) && !isEncrypted) return `${said}; ${howToEncrypt}`
  if (isUntrusted(error)) return `${said}; ${howToTrust}`
  return isPooler(error) ? `${said}; ${notThroughPooler}` : said
}

/**
 * The database is not listening yet, or is starting up or shutting down (57P03). Objections of the client itself (to the
 * address, to a server without TLS or with another protocol) have no system error code and are permanent.
 */
const isAway = (error: SqlError.SqlError): boolean =>
  (error.reason._tag === "ConnectionError" &&
    !isUntrusted(error) &&
    !isPooler(error) &&
    (sqlState(error) !== undefined || /timed out|closed/.test(saidBy(error)))) ||
  sqlState(error) === "57P03"

/** Its certificate is not trusted (https://nodejs.org/api/tls.html#x509-certificate-error-codes), or is for another name. */
const isUntrusted = (error: SqlError.SqlError): boolean => /CERT|SIGNATURE|INVALID_CA/.test(sqlState(error) ?? "")

/** It lets nobody in who comes from there in this way, as without TLS (28000); a role that does not exist has the same code. */
const isUnlisted = (error: SqlError.SqlError): boolean => sqlState(error) === "28000"

/** What PgBouncer says of settings that it is not configured to ignore. */
const isPooler = (error: SqlError.SqlError): boolean => saidBy(error).startsWith("unsupported startup parameter")
