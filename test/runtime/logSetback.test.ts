import { assert, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { logSetback } from "../../src/runtime/logSetback.ts"

it.effect("work that keeps failing is logged once for each reason, and again every ten minutes", () =>
  Effect.gen(function* () {
    const told: Array<unknown> = []
    const failed = (what: string, why: string) =>
      Effect.repeat(logSetback(what, Cause.fail(new Error(why))), { times: 9 })
    yield* Effect.gen(function* () {
      yield* failed("The attic could not be swept", "no broom")
      yield* failed("The cellar could not be swept", "no broom")
      yield* failed("The attic could not be swept", "no ladder")
      yield* TestClock.adjust("599 seconds")
      yield* failed("The attic could not be swept", "no broom")
      yield* TestClock.adjust("1 second")
      yield* failed("The attic could not be swept", "no broom")
    }).pipe(
      Effect.provide(
        Logger.layer([
          Logger.make(({ cause, message }) => {
            const error = Cause.squash(cause)
            told.push([message, error instanceof Error && error.message])
          })
        ])
      )
    )
    assert.deepStrictEqual(told, [
      [["The attic could not be swept"], "no broom"],
      [["The cellar could not be swept"], "no broom"],
      [["The attic could not be swept"], "no ladder"],
      [["The attic could not be swept"], "no broom"]
    ])
  })
)
