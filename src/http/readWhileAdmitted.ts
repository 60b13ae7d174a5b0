import { Effect } from "effect"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"

/** Milliseconds for which somebody who was let in still is: what is revoked is refused within a second. */
const goodFor = 1_000

/**
 * Reads the body of a caller who was let in by the request's headers. It has a minute to come, in which a key can be revoked and
 * a member removed, or made less: where it took its time, who calls is asked `again` before anything is done.
 */
export const readWhileAdmitted = <A, E, R, E2, R2>(
  caller: A,
  read: Effect.Effect<Uint8Array, E, R>,
  again: Effect.Effect<A, E2, R2>
): Effect.Effect<{ readonly body: Uint8Array; readonly caller: A }, E | E2, R | R2> =>
  Effect.gen(function* () {
    const began = yield* monotonicMillis
    const body = yield* read
    const isFresh = (yield* monotonicMillis) - began < goodFor
    return { body, caller: isFresh ? caller : yield* again }
  })
