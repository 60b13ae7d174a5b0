import { SqlError } from "effect/sql"
import { lostConflict } from "../retryConflicts.ts"
import { constraintOf, sqlState } from "../StatementFailed.ts"

/** Besides conflicts: between our read and our write, another node took a unique value, or somebody deleted a category. */
export const lostRace = (error: unknown): boolean =>
  lostConflict(error) || (SqlError.isSqlError(error) && ["23505", "23503"].includes(sqlState(error) ?? ""))

/** The connection by which a message came was deleted while the message was on its way. */
export const lostChannel = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  sqlState(error) === "23503" &&
  constraintOf(error)?.endsWith("_connection_id_fkey") === true
