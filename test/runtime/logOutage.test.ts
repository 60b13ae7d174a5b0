import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { logOutage, logStrain, used } from "../../src/runtime/logOutage.ts"

it.effect("an outage is logged once for each reason, and again while it lasts, however many requests run into it", () =>
  Effect.gen(function* () {
    const told: Array<unknown> = []
    const met = (reason: string) => Effect.repeat(logOutage("The attic", reason), { times: 99 })
    yield* Effect.gen(function* () {
      yield* met("full")
      yield* met("locked")
      yield* met("box 1 is stuck")
      yield* met("box 2 is stuck")
      yield* TestClock.adjust("59 seconds")
      yield* met("full")
      yield* TestClock.adjust("1 second")
      yield* met("full")
      yield* Effect.repeat(logStrain("The attic", "busy"), { times: 9 })
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))])))
    const line = "The attic cannot be used; clients are asked to retry"
    assert.deepStrictEqual(told, [
      ...["full", "locked", "box 1 is stuck", "full"].map((reason) => [line, { reason }]),
      ["The attic cannot keep up; some clients are asked to retry", { reason: "busy" }]
    ])
  })
)

it.effect("the end of an outage is logged once it has been calm for a while, with its duration", () =>
  Effect.gen(function* () {
    const told: Array<unknown> = []
    const what = "The cellar"
    yield* Effect.gen(function* () {
      yield* used(what)
      yield* logOutage(what, "flooded")
      yield* TestClock.adjust("30 seconds")
      yield* logOutage(what, "flooded")
      yield* used(what)
      yield* TestClock.adjust("4999 millis")
      yield* used(what)
      yield* TestClock.adjust("1 millis")
      yield* Effect.repeat(used(what), { times: 9 })
      yield* logOutage(what, "full", 60_000)
      yield* TestClock.adjust("59 seconds")
      yield* used(what)
      yield* TestClock.adjust("1 second")
      yield* used(what)
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))])))
    const begun = `${what} cannot be used; clients are asked to retry`
    assert.deepStrictEqual(told, [
      [begun, { reason: "flooded" }],
      [`${what} can be used again`, { seconds: 30 }],
      [begun, { reason: "full" }],
      [`${what} can be used again`, { seconds: 0 }]
    ])
  })
)
