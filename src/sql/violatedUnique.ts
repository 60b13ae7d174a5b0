import { Effect, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { AlreadyExists } from "../domain/Problems.ts"
import { sqlState } from "./StatementFailed.ts"

/** Turns the violation of a unique index into `AlreadyExists` with the field that the index stands for. */
export const violatedUnique =
  (fields: { readonly [index: string]: string }) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | AlreadyExists, R> =>
    Effect.catch(effect, (error): Effect.Effect<never, E | AlreadyExists> => {
      const field = SqlError.isSqlError(error) && sqlState(error) === "23505" ? fields[constraintOf(error)] : undefined
      return Effect.fail(field === undefined ? error : new AlreadyExists({ field }))
    })

const constraintOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return Predicate.hasProperty(cause, "constraint") && typeof cause.constraint === "string" ? cause.constraint : ""
}
