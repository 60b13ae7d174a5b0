import * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Effect, Redacted, Schedule, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { saidBy, sqlState } from "./StatementFailed.ts"
import { startSession } from "./session.ts"
import { howToTrust, urlObjection } from "./urlObjection.ts"

/** How long a start waits for a database that does not answer yet, as when both are started together. */
const patience = { schedule: Schedule.spaced("1 second"), times: 30 }
/** `server_version_num` of PostgreSQL 15, the oldest with what the migrations use. */
const oldest = 150_000
const howToEncrypt = "if it requires TLS, add ?sslmode=require"
const another = "create one with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', or another UTF-8 locale"
/** A setting of ours in the first connection's startup packet, as in those of all later ones: a pooler refuses or drops it. */
const proof = "trunkline.start"
const itself = "point it at PostgreSQL itself, not at a pooler such as PgBouncer"
/** The search_path, if none of its schemas exists. */
const homeless = "homeless"
/**
 * What a superuser would have to run if the user does not own the database: since PostgreSQL 15, nobody else may create tables.
 */
const owning = "owning"
/**
 * The user, if row-level security hides all rows from it: policies name the user who created the tables, and a dump keeps that
 * name.
 */
const unknown = "unknown"
/**
 * Where our tables are, if new ones would be created elsewhere, and how to change that: a schema with the name of the user, made
 * after them, comes first.
 */
const astray = "astray"
/** The schema in which another program has the table with its migrations, which ours would go into. */
const shared = "shared"
/** Indexes that a restore leaves out where names that differ in the locale of the original are equal in the new one. */
const named = ["categories_name", "tags_name"]
const unfinished = "unfinished"
/** How to make indexes anew that were sorted by an older version of the locale, as of another system's C library. */
const resorted = "resorted"

/** The database that DATABASE_URL names cannot be used, for a reason that the server or the system gave. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  host: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The database on ${this.host} cannot be used (${this.reason}): check DATABASE_URL, or unset it to use the private database.`
  }
}

/** Waits until the database answers, and warns of settings under which a crash could lose acknowledged data. */
export const connectDatabase = Effect.fn("connectDatabase")(function* (url: Redacted.Redacted) {
  const { hostname, searchParams } = new URL(Redacted.value(url))
  const host = searchParams.get("host") ?? hostname
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
  const rows = yield* sql<{ name: string; setting: string | null }>`SELECT name, setting FROM pg_settings
    WHERE name IN ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'transaction_read_only')
    UNION ALL SELECT ${proof}::text, current_setting(${proof}::text, true)
    UNION ALL SELECT ${homeless}::text, current_setting('search_path') WHERE current_schema() IS NULL
    UNION ALL SELECT ${owning}::text, format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user)
      WHERE NOT has_schema_privilege(current_schema(), 'CREATE')
    UNION ALL SELECT ${unknown}::text, current_user FROM pg_class c
      WHERE c.oid = to_regclass('accounts') AND c.relforcerowsecurity
        AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)
        AND NOT EXISTS (SELECT FROM pg_policy p, unnest(p.polroles) role
          WHERE p.polrelid = c.oid AND p.polname = 'system' AND (role = 0 OR pg_has_role(role, 'USAGE')))
    UNION ALL SELECT ${astray}::text,
        format('its tables are in the schema %s, but its search_path begins with %I; run: ALTER ROLE %I SET search_path = %1$s',
          c.relnamespace::regnamespace, current_schema(), current_user)
      FROM pg_class c WHERE c.oid = to_regclass('accounts') AND c.relforcerowsecurity
        AND c.relnamespace <> to_regnamespace(quote_ident(current_schema()))
    UNION ALL SELECT ${shared}::text, c.relnamespace::regnamespace::text
      FROM pg_class c WHERE c.oid = to_regclass(quote_ident(current_schema()) || '.migrations')
        AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'checksum')
    UNION ALL SELECT ${unfinished}::text, name FROM pg_class c, unnest(${named}::text[]) name
      WHERE c.oid = to_regclass('tags') AND c.relforcerowsecurity AND to_regclass(name) IS NULL
    UNION ALL SELECT ${resorted}::text,
        format('REINDEX DATABASE %1$I; ALTER DATABASE %1$I REFRESH COLLATION VERSION', datname)
      FROM pg_database WHERE datname = current_database()
        AND datcollversion <> pg_database_collation_actual_version(oid)`.pipe(
    Effect.mapError((error) => unusable(saidBy(error)))
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  if (settings.get(proof) !== "on")
    return yield* unusable(`a startup parameter of the connection was lost on the way; ${itself}`)
  if (Number(settings.get("server_version_num")) < oldest) return yield* unusable("it is older than PostgreSQL 15")
  const encoding = settings.get("server_encoding")
  if (encoding !== "UTF8") return yield* unusable(`its encoding is ${encoding}; ${another}`)
  if (!(yield* foldsWords(sql).pipe(Effect.mapError((error) => unusable(saidBy(error))))))
    return yield* unusable(`its locale does not match upper and lower case; ${another}`)
  if (settings.get("transaction_read_only") === "on") return yield* unusable("it is read-only, as a standby is")
  if (settings.has(homeless)) return yield* unusable(`no schema in its search_path exists: ${settings.get(homeless)}`)
  if (settings.has(owning))
    return yield* unusable(`its user may not create tables in it; run as a superuser: ${settings.get(owning)}`)
  if (settings.has(unknown))
    return yield* unusable(
      `its tables were created by another user than ${settings.get(unknown)}; connect as that user, and restore a dump as a user of the same name`
    )
  const elsewhere = settings.get(astray)
  if (typeof elsewhere === "string") return yield* unusable(elsewhere)
  if (settings.has(shared))
    return yield* unusable(
      `another program has a table called migrations in its schema ${settings.get(shared)}; create a database for Trunkline alone`
    )
  if (settings.has(unfinished))
    return yield* unusable(
      `it was not restored completely: the index ${settings.get(unfinished)} is missing; restore it again, into a database with the locale of the original`
    )
  if (settings.has(resorted))
    yield* Effect.logWarning(
      `The system that the database runs on sorts text otherwise than the one that made its indexes, so that searches may miss what is there, and two customers may get the same address: stop all nodes and run ${settings.get(resorted)}`
    )
  for (const name of ["fsync", "full_page_writes"]) {
    if (settings.get(name) === "off") {
      yield* Effect.logWarning(
        `The database runs with ${name} off: a crash of its machine can lose acknowledged tickets.`
      )
    }
  }
}, Effect.scoped)

/** Whether matching ignores case: the C locale knows no capital Ä, and in a Turkish one, I is not the capital of i. */
const foldsWords = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT WHERE lower('IÄ') = 'iä'`, (rows) => rows.length > 0)

/** What was said, and what to do if that does not tell. */
const explained = (error: SqlError.SqlError, isEncrypted: boolean): string => {
  const said = saidBy(error)
  if (isUnlisted(error) && !isEncrypted) return `${said}; ${howToEncrypt}`
  if (isUntrusted(error)) return `${said}; ${howToTrust}`
  return isPooler(error) ? `${said}; ${itself}` : said
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
