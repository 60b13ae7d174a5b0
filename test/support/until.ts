import { setTimeout as sleep } from "node:timers/promises"
import { Deferred, Effect, Schedule } from "effect"

// Polling for changes that nothing announces. The test's own timeout is the limit.

/** Often at first, and less often then: a look may cost a whole request. */
export const polling = Schedule.min([Schedule.exponential("10 millis", 1.5), Schedule.spaced("200 millis")])

/** Polls until the value is as expected. */
export const until = <A, E, R>(look: Effect.Effect<A, E, R>, seen: (value: A) => boolean) =>
  look.pipe(Effect.repeat({ until: seen, schedule: polling }))

/** Polls until a list has exactly this many entries. */
export const untilCount = (list: ReadonlyArray<unknown>, expected: number) =>
  until(
    Effect.sync(() => list.length),
    (count) => count === expected
  )

/** A pause between two looks, in real time, even while the test clock stands still. */
export const pause = Effect.promise(() => sleep(5))

/** Polls until the condition holds, in real time, even while the test clock stands still. */
export const untilHolds = (condition: () => boolean) =>
  Effect.promise(async (signal) => {
    while (!signal.aborted && !condition()) await sleep(5)
  })

/** Delays the database's answer after it has leased something, so that the caller can be stopped in between. */
export const answeredLate = (leased: Deferred.Deferred<void>, found: ReadonlyArray<unknown>) =>
  found.length === 0 ? Effect.void : Effect.andThen(Deferred.succeed(leased, undefined), Effect.sleep("100 millis"))
