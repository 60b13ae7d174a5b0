import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { parseId, uuidOf } from "../../src/domain/Ids.ts"

layer(IdGenerator.layer)("IdGenerator", (it) => {
  it.effect("creates ids that sort in the order of creation, and never repeat", () =>
    Effect.gen(function* () {
      const { next } = yield* IdGenerator
      const ids = Array.from({ length: 20_000 }, () => next("ticket"))
      assert.deepStrictEqual([...ids].sort(), ids)
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.isTrue(ids.every((id) => parseId("ticket", id)._tag === "Some"))
    })
  )

  it.effect("draws fresh random bytes whenever its pool is used up", () =>
    Effect.gen(function* () {
      const { next } = yield* IdGenerator
      // The last 32 bits of a UUIDv7 are random: a reused pool would repeat them in the same order.
      const tails = Array.from({ length: 2_000 }, () => uuidOf(next("event")).slice(-8))
      assert.isAbove(new Set(tails).size, 1_990)
    })
  )
})
