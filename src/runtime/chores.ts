import { Duration, Effect } from "effect"
import { logSetback } from "./logSetback.ts"
import { monotonicMillis } from "./monotonicMillis.ts"

/** Most pieces of one chore in a row, so that a large backlog does not keep the others waiting. */
const maxPieces = 20

/** Periodic work that is done piece by piece. */
export interface Chore<E> {
  readonly name: string
  readonly every: Duration.Input
  /** Does one piece, and returns whether there may be more. */
  readonly piece: Effect.Effect<boolean, E>
}

/** Runs a chore until no piece is left. A failure is logged and retried at the chore's next time; others are unaffected. */
export const doChore = <E>(name: string, piece: Effect.Effect<boolean, E>): Effect.Effect<void> =>
  piece.pipe(
    Effect.repeat({ times: maxPieces - 1, while: (more) => more }),
    Effect.catchCause((cause) => logSetback(`A background job failed and will be retried: ${name}`, cause)),
    Effect.asVoid
  )

/** Makes a round, which runs the chores whose intervals have passed since they last ran. */
export const makeRound = <E>(chores: ReadonlyArray<Chore<E>>): Effect.Effect<void> => {
  const doneAt = new Map<string, number>()
  return Effect.forEach(
    chores,
    Effect.fnUntraced(function* ({ every, name, piece }) {
      const now = yield* monotonicMillis
      if (now - (doneAt.get(name) ?? Number.NEGATIVE_INFINITY) < Duration.toMillis(every)) return
      yield* doChore(name, piece)
      doneAt.set(name, now)
    }),
    { discard: true }
  )
}
