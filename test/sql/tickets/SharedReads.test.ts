import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import * as SharedReads from "../../../src/sql/tickets/SharedReads.ts"

/** Reads that end when the test says so. */
const observing = Effect.gen(function* () {
  const shared = yield* SharedReads.make<string>()
  const underWay: Array<{ readonly question: string; readonly end: Deferred.Deferred<string, DatabaseUnavailable> }> =
    []
  const settle = Effect.gen(function* () {
    for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
  })
  /** Asks, and runs as far as possible without an answer. */
  const ask = Effect.fnUntraced(function* (question: string) {
    const read = Effect.suspend(() => {
      const end = Deferred.makeUnsafe<string, DatabaseUnavailable>()
      underWay.push({ question, end })
      return Deferred.await(end)
    })
    const asking = yield* Effect.forkChild(Effect.result(shared(question, read)))
    yield* settle
    return asking
  })
  return { ask, questions: () => underWay.map(({ question }) => question), underWay }
})

const answered = (asking: Fiber.Fiber<unknown>) => asking.pollUnsafe() !== undefined

describe("SharedReads", () => {
  it.effect("reads at once for a single caller, and again for one who comes after the answer", () =>
    Effect.gen(function* () {
      const { ask, questions, underWay } = yield* observing
      const first = yield* ask("page")
      assert.deepStrictEqual(questions(), ["page"])
      yield* Deferred.succeed(underWay[0]?.end ?? assert.fail(), "as it was")
      assert.deepInclude(yield* Fiber.join(first), { success: "as it was" })
      yield* ask("page")
      assert.deepStrictEqual(questions(), ["page", "page"])
    })
  )

  it.effect("serves concurrent callers with one read that started after they asked", () =>
    Effect.gen(function* () {
      const { ask, underWay } = yield* observing
      const first = yield* ask("page")
      const others = [yield* ask("page"), yield* ask("page"), yield* ask("page")]
      assert.lengthOf(underWay, 1)
      yield* Deferred.succeed(underWay[0]?.end ?? assert.fail(), "before")
      assert.deepInclude(yield* Fiber.join(first), { success: "before" })
      yield* Effect.yieldNow
      assert.lengthOf(underWay, 2)
      assert.isFalse(others.some(answered))
      yield* Deferred.succeed(underWay[1]?.end ?? assert.fail(), "after")
      for (const other of others) assert.deepInclude(yield* Fiber.join(other), { success: "after" })
    })
  )

  it.effect("performs different reads in parallel", () =>
    Effect.gen(function* () {
      const { ask, questions, underWay } = yield* observing
      const asking = [yield* ask("page 1"), yield* ask("page 2")]
      assert.deepStrictEqual(questions(), ["page 1", "page 2"])
      yield* Deferred.succeed(underWay[1]?.end ?? assert.fail(), "two")
      yield* Deferred.succeed(underWay[0]?.end ?? assert.fail(), "one")
      const answers = yield* Effect.forEach(asking, Fiber.join)
      assert.deepInclude(answers[0], { success: "one" })
      assert.deepInclude(answers[1], { success: "two" })
    })
  )

  it.effect("lets no caller wait for the end of a slow answer", () =>
    Effect.gen(function* () {
      const { ask, underWay } = yield* observing
      const slow = yield* ask("page")
      const second = yield* ask("page")
      assert.lengthOf(underWay, 1)
      yield* TestClock.adjust("20 millis")
      assert.lengthOf(underWay, 2)
      yield* Deferred.succeed(underWay[1]?.end ?? assert.fail(), "soon")
      assert.deepInclude(yield* Fiber.join(second), { success: "soon" })
      assert.isFalse(answered(slow))
    })
  )

  it.effect("fails for all who share a failed read, and reads again for the next", () =>
    Effect.gen(function* () {
      const { ask, underWay } = yield* observing
      const first = yield* ask("page")
      const others = [yield* ask("page"), yield* ask("page")]
      yield* Deferred.succeed(underWay[0]?.end ?? assert.fail(), "before")
      yield* Fiber.join(first)
      yield* Effect.yieldNow
      yield* Deferred.fail(underWay[1]?.end ?? assert.fail(), new DatabaseUnavailable({ reason: "timeout" }))
      for (const other of others) {
        const told = yield* Fiber.join(other)
        assert.strictEqual(told._tag === "Failure" ? told.failure.reason : told._tag, "timeout")
      }
      yield* ask("page")
      assert.lengthOf(underWay, 3)
    })
  )

  it.effect("continues for the others when one of them stops waiting", () =>
    Effect.gen(function* () {
      const { ask, underWay } = yield* observing
      const gone = yield* ask("page")
      const other = yield* ask("page")
      yield* Fiber.interrupt(gone)
      yield* Deferred.succeed(underWay[0]?.end ?? assert.fail(), "before")
      yield* Effect.yieldNow
      yield* Deferred.succeed(underWay[1]?.end ?? assert.fail(), "after")
      assert.deepInclude(yield* Fiber.join(other), { success: "after" })
    })
  )
})
