import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { retryConflicts } from "../../src/sql/retryConflicts.ts"

/** Work that fails with these errors in turn, and counts its attempts. */
const failing = (...errors: ReadonlyArray<string>) => {
  const tried: Array<string> = []
  const work = Effect.suspend(() => {
    const error = errors[Math.min(tried.length, errors.length - 1)] ?? ""
    tried.push(error)
    return error === "" ? Effect.succeed(tried.length) : Effect.fail(error)
  })
  return { tried, tryIt: retryConflicts(work, (error) => error === "lost") }
}

describe("work that loses a conflict", () => {
  it.effect("is retried until it succeeds", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failing("lost", "lost", "lost", "").tryIt, 4)
    })
  )

  it.effect("fails after three more attempts", () =>
    Effect.gen(function* () {
      const { tried, tryIt } = failing("lost")
      assert.strictEqual(yield* Effect.flip(tryIt), "lost")
      assert.lengthOf(tried, 4)
    })
  )

  it.effect("is not retried when it fails for another reason", () =>
    Effect.gen(function* () {
      const { tried, tryIt } = failing("lost", "refused")
      assert.strictEqual(yield* Effect.flip(tryIt), "refused")
      assert.lengthOf(tried, 2)
    })
  )
})
