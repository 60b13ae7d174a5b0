import { Clock, Effect, Random } from "effect"
import { SqlError } from "effect/sql"
import { sqlState } from "./StatementFailed.ts"

/** How often work is retried after PostgreSQL aborted it in favour of other work. */
const attempts = 3
/** Longest pause before the first retry, in milliseconds; it doubles with each. */
const firstPause = 10

/**
 * PostgreSQL aborted the transaction because of another one: a serialization failure, a deadlock, or a migration step in
 * between, after which a prepared statement returns other columns. Nothing of it is stored.
 */
const lostStates: ReadonlySet<string | undefined> = new Set(["40001", "40P01", "0A000"])
export const lostConflict = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) && lostStates.has(sqlState(error))

/**
 * Runs a whole transaction again if it lost a conflict, at most three times, after pauses of random length so that those that
 * lost together do not return together. It must therefore do nothing but talk to the database, and must not be part of another
 * transaction.
 */
export const retryConflicts = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  /** What else counts as a race that a retry may win. */
  hasLost: (error: unknown) => boolean = lostConflict
): Effect.Effect<A, E, R> => {
  const retried = (left: number): Effect.Effect<A, E, R> =>
    Effect.catchIf(
      work,
      (error) => left > 0 && hasLost(error),
      () =>
        Random.next.pipe(
          Effect.flatMap((share) => realSleep(share * firstPause * 2 ** (attempts - left))),
          Effect.andThen(Effect.suspend(() => retried(left - 1)))
        )
    )
  return retried(attempts)
}

/** PostgreSQL's time is real time, whatever clock a test has set. */
export const realSleep = (milliseconds: number) =>
  Effect.provideService(Effect.sleep(milliseconds), Clock.Clock, Clock.Clock.defaultValue())
