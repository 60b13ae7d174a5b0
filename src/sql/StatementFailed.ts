import { Predicate } from "effect"
import type { SqlError } from "effect/sql"

/** The SQLSTATE of an error that PostgreSQL reported; `undefined` if the error came from elsewhere. */
export const sqlState = (error: SqlError.SqlError): string | undefined => field(error, "code")

/** The constraint that a statement violated, or `undefined` if it violated none. */
export const constraintOf = (error: SqlError.SqlError): string | undefined => field(error, "constraint")

/** What the server or the system said, without the wrapping. Contains no values when the database is unavailable or full. */
export const saidBy = (error: SqlError.SqlError): string => field(error, "message") || error.message

/**
 * A statement that PostgreSQL refused, for the log: SQLSTATE, constraint, and the message unless it quotes input
 * (class 22 does). Never DETAIL, which quotes rows.
 */
export class StatementFailed extends Error {
  override readonly name = "StatementFailed"
  readonly sqlState: string | undefined

  constructor(error: SqlError.SqlError) {
    const state = sqlState(error)
    const constraint = constraintOf(error)
    const message = state?.startsWith("22") ? "a value was rejected" : (field(error, "message") ?? error.reason._tag)
    super(`${message} (SQLSTATE ${state ?? "none"}${constraint === undefined ? "" : `, ${constraint}`})`)
    this.sqlState = state
  }
}

const field = (error: SqlError.SqlError, name: string): string | undefined => {
  const cause = error.reason.cause
  const value = Predicate.hasProperty(cause, name) ? cause[name] : undefined
  return typeof value === "string" ? value : undefined
}
