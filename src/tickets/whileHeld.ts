import { Clock, Deferred, Duration, Effect, Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { logSetback } from "../runtime/logSetback.ts"

/** How long what a process has in hand stays its own after it was last heard of, and how often it says that it has it. */
export const heldFor = { lease: Duration.seconds(30), renewEvery: Duration.seconds(5) }

/** What is in hand, as whoever works on it knows of it. */
export interface Hold {
  /**
   * Asked before a step that cannot be undone: goes on only while it is the caller's. That costs a statement where it was not
   * heard lately, as after the process stood still or the machine slept.
   */
  readonly confirm: Effect.Effect<void, DatabaseUnavailable>
  /** Somebody else has it: ends the work here. */
  readonly leave: Effect.Effect<never>
}

/**
 * Works on what was leased, and says again and again (`renew`) that it is in hand; none where `renew` has answered that it is
 * somebody else's, who begins anew: the work is interrupted then. Without the database nobody can take it over, and it goes on.
 * A renewal is not broken off amid it: what comes of the work is written down after that, and stands.
 */
export const whileHeld = <A, E, R>(
  renew: Effect.Effect<boolean, DatabaseUnavailable>,
  work: (hold: Hold) => Effect.Effect<A, E, R>,
  renewEvery = heldFor.renewEvery
): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.gen(function* () {
    const lost = yield* Deferred.make<void>()
    const leave = Effect.andThen(Deferred.succeed(lost, undefined), Effect.never)
    let heardAt = yield* Clock.currentTimeMillis
    const renewed = Effect.gen(function* () {
      const asked = yield* Clock.currentTimeMillis
      if (!(yield* renew)) return yield* Effect.asVoid(Deferred.succeed(lost, undefined))
      heardAt = asked
    }).pipe(Effect.uninterruptible)
    const confirm = Effect.gen(function* () {
      // Clocks are also set back.
      if (Math.abs((yield* Clock.currentTimeMillis) - heardAt) < Duration.toMillis(renewEvery)) return
      yield* renewed
      if (yield* Deferred.isDone(lost)) yield* Effect.never
    })
    const renewing = renewed.pipe(
      Effect.catchCause((cause) => logSetback("The lease on work in progress could not be extended", cause)),
      Effect.delay(renewEvery),
      Effect.forever
    )
    return yield* Effect.raceAllFirst([
      Effect.map(work({ confirm, leave }), Option.some),
      Effect.as(Deferred.await(lost), Option.none()),
      renewing
    ])
  })
