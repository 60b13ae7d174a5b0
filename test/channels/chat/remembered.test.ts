import { assert, it } from "@effect/vitest"
import { Cache, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { forget, remembered } from "../../../channels/chat/remembered.ts"

/** A place where values change, and how often they were looked for. */
const place = () => {
  const values = new Map([
    ["a", 1],
    ["b", 2]
  ])
  const asked: Array<string> = []
  const find = (key: string) =>
    Effect.suspend(() => {
      asked.push(key)
      const value = values.get(key)
      return value === undefined ? Effect.fail("away" as const) : Effect.succeed(value)
    })
  return { values, asked, find }
}

it.effect("is good for half a minute, and looked for again after that", () =>
  Effect.gen(function* () {
    const { asked, find, values } = place()
    const cache = yield* remembered(find)
    assert.strictEqual(yield* Cache.get(cache, "a"), 1)
    values.set("a", 10)
    yield* TestClock.adjust("29 seconds")
    assert.strictEqual(yield* Cache.get(cache, "a"), 1)
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* Cache.get(cache, "a"), 10)
    assert.deepStrictEqual(asked, ["a", "a"])
  })
)

it.effect("does not remember that nothing could be looked up", () =>
  Effect.gen(function* () {
    const { find, values } = place()
    const cache = yield* remembered(find)
    assert.strictEqual(yield* Effect.flip(Cache.get(cache, "c")), "away")
    values.set("c", 3)
    assert.strictEqual(yield* Cache.get(cache, "c"), 3)
  })
)

it.effect("forgets what is concerned by a change, and keeps the rest", () =>
  Effect.gen(function* () {
    const { asked, find } = place()
    const cache = yield* remembered(find)
    for (const key of ["a", "b"]) yield* Cache.get(cache, key)
    yield* forget(cache, (value) => value === 2)
    for (const key of ["a", "b"]) yield* Cache.get(cache, key)
    assert.deepStrictEqual(asked, ["a", "b", "b"])
  })
)

it.effect("forgets what was being looked up when something changed: it may be what was before", () =>
  Effect.gen(function* () {
    const seen = yield* Deferred.make<number>()
    let asked = 0
    const cache = yield* remembered((_: string) =>
      Effect.suspend(() => (++asked === 1 ? Deferred.await(seen) : Effect.succeed(2)))
    )
    const early = yield* Effect.forkChild(Cache.get(cache, "a"), { startImmediately: true })
    yield* forget(cache, () => false)
    yield* Deferred.succeed(seen, 1)
    assert.strictEqual(yield* Fiber.join(early), 1)
    assert.strictEqual(yield* Cache.get(cache, "a"), 2)
  })
)
