import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { MessagesWaiting } from "../../src/tickets/ConnectionStore.ts"
import { removeConnection } from "../../src/tickets/removeConnection.ts"

it.effect("A connection goes after ten seconds, whatever waits in its inbox", () =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const removing = yield* Effect.forkChild(
      removeConnection((unhandled) => {
        asked.push(unhandled)
        return unhandled === "given up"
          ? Effect.succeed({ replayed: false, value: undefined })
          : Effect.fail(new MessagesWaiting())
      })
    )
    yield* TestClock.adjust("9 seconds")
    assert.notInclude(asked, "given up")
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(removing)
    assert.deepStrictEqual(new Set(asked), new Set(["waited for", "given up"]))
    assert.strictEqual(asked.at(-1), "given up")
  })
)
