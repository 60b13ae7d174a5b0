import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, type Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"

/**
 * What our statements rely on, in every session: a role, a database or a server may have other settings, and a database that
 * ends idle sessions would end those of pools and listeners.
 */
const ours = {
  default_transaction_isolation: "read committed",
  idle_session_timeout: "0",
  row_security: "on",
  standard_conforming_strings: "on"
}

/**
 * Settings that only PostgreSQL 17 and later have; older ones would refuse the session. This timeout would end transactions
 * that may take long.
 */
const since17 = { transaction_timeout: "0" }

/** The startup parameters of the sessions with which a start looks at a database, of any version. */
export const startSession = { ...ours, statement_timeout: "0", lock_timeout: "0" }

/** The startup parameters of sessions on the database at `url`. */
export const sessionOn = Effect.fn("sessionOn")(function* (url: Redacted.Redacted) {
  const sql = yield* PgClient.makeClient({
    url,
    applicationName: "trunkline start",
    startupParameters: startSession
  }).pipe(Effect.provide(Reactivity.layer))
  const known = yield* sql`SELECT WHERE current_setting('transaction_timeout', true) IS NOT NULL`
  return known.length === 0 ? ours : { ...ours, ...since17 }
}, Effect.scoped)
