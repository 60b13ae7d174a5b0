import { Cause, Clock, Effect, Schema } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { logOutage, logStrain, used } from "../runtime/logOutage.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"
import { StatementFailed, saidBy, sqlState } from "./StatementFailed.ts"

const what = "The database"
/** Milliseconds that a caller waits for a connection and the answer: 2 s in the queue and 5 s of statement_timeout. */
const patience = 7_000
/** Milliseconds for which a database counts as full after it had no room for something: only another try would tell more. */
const fullFor = 60_000
/** When the database last had no room, in milliseconds of the monotonic clock. */
let lastFull = Number.NEGATIVE_INFINITY

/** Whether the database had room for everything that this process wrote within the last minute. */
export const hasRoom = Effect.map(monotonicMillis, (now) => now - lastFull >= fullFor)

/**
 * Runs statements for a caller that can act on one failure only, `DatabaseUnavailable`, whose cause is logged. Every other SQL
 * or decoding error is a bug of ours and becomes the defect `StatementFailed`, which contains no values. A caller that handles
 * a violated constraint catches the `SqlError` before this.
 */
export const query = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  limit = patience
): Effect.Effect<A, Exclude<E, SqlError.SqlError | Schema.SchemaError> | DatabaseUnavailable, R> =>
  Effect.catchCause(
    Effect.tap(withinRealTime(effect, limit), () => used(what)),
    (cause) => {
      // A transaction that loses its connection cannot roll back either, and reports that as a defect.
      const errors = cause.reasons.flatMap((reason) =>
        Cause.isFailReason(reason) ? [reason.error] : Cause.isDieReason(reason) ? [reason.defect] : []
      )
      const failure = errors.find(SqlError.isSqlError) ?? errors[0]
      if (SqlError.isSqlError(failure)) {
        const reason = unavailable(failure)
        return reason === undefined
          ? Effect.die(new StatementFailed(failure))
          : Effect.andThen(tell(reason, failure), Effect.fail(new DatabaseUnavailable({ reason })))
      }
      if (Schema.isSchemaError(failure)) return Effect.die(failure)
      // The compiler cannot follow this narrowing: the two errors excluded here were handled above.
      return Effect.failCause(
        cause as Cause.Cause<Exclude<E, SqlError.SqlError | Schema.SchemaError> | DatabaseUnavailable>
      )
    }
  )

/**
 * An operator must repair a database that is away or full; the other reasons pass with the load, unless they keep recurring.
 */
const tell = Effect.fnUntraced(function* (reason: DatabaseUnavailable["reason"], error: SqlError.SqlError) {
  if (reason === "full") lastFull = yield* monotonicMillis
  const said = isUnwritable(error) ? "it is read-only, as a standby is" : saidBy(error)
  if (reason === "full") yield* logOutage(what, said, fullFor)
  else yield* (reason === "unreachable" ? logOutage : logStrain)(what, said)
})

/** How a server refuses a session that begins with `transaction_read_only` off. */
const isUnwritable = (error: SqlError.SqlError) =>
  error.reason.operation === "connect" && ["0A000", "25001"].includes(sqlState(error) ?? "")

/** Gives up after `limit` milliseconds of real time: the database lives in real time, whatever clock a test has set. */
const withinRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>, limit: number) =>
  Effect.clockWith((clock) =>
    Effect.provideService(effect, Clock.Clock, clock).pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () =>
          Effect.andThen(
            logStrain(what, `no answer within ${limit} ms`),
            Effect.fail(new DatabaseUnavailable({ reason: "overloaded" }))
          )
      }),
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  )

/** Why PostgreSQL could not answer, or `undefined` if it did answer, with an error that waiting does not cure. */
const unavailable = (error: SqlError.SqlError): DatabaseUnavailable["reason"] | undefined => {
  switch (error.reason._tag) {
    case "ConnectionError":
    case "AuthenticationError":
      return "unreachable"
    case "LockTimeoutError":
    case "StatementTimeoutError":
      return "timeout"
    case "DeadlockError":
    case "SerializationError":
      return "overloaded"
  }
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: 53 insufficient resources, 57P operator
  // intervention, 58 system error, 25006 a server that is read-only while it changes roles, 25P03 and 25P04 limits.
  const state = sqlState(error) ?? ""
  if (state === "53100") return "full"
  if (state.startsWith("53")) return "overloaded"
  if (state.startsWith("57P") || state.startsWith("58") || state === "25006") return "unreachable"
  // Whatever it objects to in a new session, as a standby does: nobody is served.
  if (error.reason.operation === "connect") return "unreachable"
  return state === "25P03" || state === "25P04" ? "timeout" : undefined
}
