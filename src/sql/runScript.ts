import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Runs a migration's statements one after the other in the current transaction. A blank line ends a statement, so a function
 * body must not contain one.
 */
export const runScript = (sql: SqlClient.SqlClient, script: string) =>
  Effect.forEach(
    script.split(/\n\s*\n/).filter((statement) => statement.trim() !== ""),
    (statement) => sql.unsafe(statement),
    { discard: true }
  )
