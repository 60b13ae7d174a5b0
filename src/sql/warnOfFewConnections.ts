import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Warns at startup if the database, or the limit of its user, allows fewer connections than this node alone may open. */
export const warnOfFewConnections = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, opened: number) {
  const [found] = yield* sql<{ allowed: number }>`SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) AS allowed
    FROM pg_roles r, pg_database d WHERE r.rolname = session_user AND d.datname = current_database()`
  if (found === undefined || found.allowed >= opened) return
  yield* Effect.logWarning(
    `The database allows ${found.allowed} connections, and this node opens up to ${opened}: under load, requests will get 503. Set DATABASE_POOL to less, or allow more (max_connections, or the limit of the user or the database).`
  )
})
