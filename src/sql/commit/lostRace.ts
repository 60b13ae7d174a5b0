import { SqlError } from "effect/sql"
import { lostConflict } from "../retryConflicts.ts"
import { constraintOf, sqlState } from "../StatementFailed.ts"

/** Beside conflicts: between our read and our write, a unique value that another node took, or a category that somebody deleted. */
export const lostRace = (error: unknown): boolean =>
  lostConflict(error) || (SqlError.isSqlError(error) && ["23505", "23503"].includes(sqlState(error) ?? ""))

/** The connection by which a message came is gone: it was deleted while the message was on its way. */
export const lostChannel = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  sqlState(error) === "23503" &&
  constraintOf(error)?.endsWith("_connection_id_fkey") === true
