import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { remembered } from "../../../channels/chat/remembered.ts"

/** A source of values that change, and the number of lookups. */
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

it.effect("is valid for half a minute, and looked up again after that", () =>
  Effect.gen(function* () {
    const { asked, find, values } = place()
    const cache = yield* remembered(find)
    assert.strictEqual(yield* cache.get("a"), 1)
    values.set("a", 10)
    yield* TestClock.adjust("29 seconds")
    assert.strictEqual(yield* cache.get("a"), 1)
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* cache.get("a"), 10)
    assert.deepStrictEqual(asked, ["a", "a"])
  })
)

it.effect("does not cache failed lookups", () =>
  Effect.gen(function* () {
    const { find, values } = place()
    const cache = yield* remembered(find)
    assert.strictEqual(yield* Effect.flip(cache.get("c")), "away")
    values.set("c", 3)
    assert.strictEqual(yield* cache.get("c"), 3)
  })
)
