import { setTimeout as sleep } from "node:timers/promises"
import { Deferred, Effect, Schedule } from "effect"

// What waits for what nothing tells of. The test's own limit is against hanging.

/** Looks until it sees what is expected. */
export const until = <A, E, R>(look: Effect.Effect<A, E, R>, seen: (value: A) => boolean) =>
  look.pipe(Effect.repeat({ until: seen, schedule: Schedule.spaced("20 millis") }))

/** Looks until a list has so many entries. */
export const untilCount = (list: ReadonlyArray<unknown>, expected: number) =>
  until(
    Effect.sync(() => list.length),
    (count) => count === expected
  )

/** Looks until it holds, in real time, though the clock of the test stands still. */
export const untilHolds = (condition: () => boolean) =>
  Effect.promise(async (signal) => {
    while (!signal.aborted && !condition()) await sleep(5)
  })

/** As if the database took a moment to answer with what it has leased: whoever asked can be stopped meanwhile. */
export const answeredLate = (leased: Deferred.Deferred<void>, found: ReadonlyArray<unknown>) =>
  found.length === 0 ? Effect.void : Effect.andThen(Deferred.succeed(leased, undefined), Effect.sleep("100 millis"))
