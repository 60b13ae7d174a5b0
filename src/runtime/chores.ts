import { Duration, Effect } from "effect"
import { logSetback } from "./logSetback.ts"
import { monotonicMillis } from "./monotonicMillis.ts"

/** Pieces of one chore in a row: a large pile must not keep the others waiting. */
const maxPieces = 20

/** What has to be done again and again, piece by piece. */
export interface Chore<E> {
  readonly name: string
  readonly every: Duration.Input
  /** Does a piece of it, and tells whether there may be more. */
  readonly piece: Effect.Effect<boolean, E>
}

/** Does what there is of a chore. One that fails is done at its next time; the others are not its concern. */
export const doChore = <E>(name: string, piece: Effect.Effect<boolean, E>): Effect.Effect<void> =>
  piece.pipe(
    Effect.repeat({ times: maxPieces - 1, while: (more) => more }),
    Effect.catchCause((cause) => logSetback(`A background job failed and will be retried: ${name}`, cause)),
    Effect.asVoid
  )

/** A round, which does those of the chores whose time has come since the last one. */
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
