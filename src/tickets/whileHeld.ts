import { Clock, Deferred, Duration, Effect, Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { logSetback } from "../runtime/logSetback.ts"

/** How long a lease is valid after its last renewal, and how often it is renewed. */
export const heldFor = { lease: Duration.seconds(30), renewEvery: Duration.seconds(5) }

/** A lease, as seen by the work that it protects. */
export interface Hold {
  /**
   * To be run before a step that cannot be undone: continues only while the caller has the lease. Costs a statement if
   * the last renewal was not recent, for example after the process was suspended or the machine slept.
   */
  readonly confirm: Effect.Effect<void, DatabaseUnavailable>
  /** Ends the work because somebody else has the lease. */
  readonly leave: Effect.Effect<never>
}

/**
 * Runs `work` on something that was leased, and keeps renewing the lease. If `renew` answers that somebody else has it,
 * who then starts over, the work is interrupted and the result is `none`. While the database is unavailable, nobody can
 * take the lease over, and the work goes on. A renewal is never interrupted, so that the result of the work is stored
 * after it and is not overwritten.
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
      // Clocks can also be set back.
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
