import { Effect } from "effect"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"

/** Milliseconds for which an admission stays valid: a revoked credential is refused within a second. */
const goodFor = 1_000

/**
 * Reads the body of a caller who was admitted by the request's headers. It has a minute to arrive, in which a key can be
 * revoked, or a member removed or demoted: if it took longer than a second, the caller is authenticated `again` before
 * anything is done.
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
