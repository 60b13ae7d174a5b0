import { Clock, Effect, Random } from "effect"
import { SqlError } from "effect/sql"
import { sqlState } from "./StatementFailed.ts"

/** How often work is tried again after PostgreSQL gave it up for other work. */
const attempts = 3
/** Longest pause in milliseconds before the first new attempt; it doubles with each. */
const firstPause = 10

/**
 * PostgreSQL gave the transaction up for another one: serialization failure, deadlock, or a step of the schema that came
 * meanwhile, so that a prepared statement answers with other columns. Nothing of it is stored.
 */
const lostStates: ReadonlySet<string | undefined> = new Set(["40001", "40P01", "0A000"])
export const lostConflict = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) && lostStates.has(sqlState(error))

/**
 * Runs a whole transaction again when it has lost, three times at most, after pauses of random length: those that lost
 * together do not return together. So it must do nothing but talk to the database, and be no part of another transaction.
 */
export const retryConflicts = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  /** What else is a race that another attempt may win. */
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
