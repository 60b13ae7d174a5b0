import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { idAt, madeAt } from "../../src/domain/Ids.ts"

const march = DateTime.makeUnsafe("2024-03-01T09:00:00.000Z")

layer(IdGenerator.layer)("idAt", (it) => {
  it.effect("sorts with other ids of that moment, in the order of creation, and never repeats", () =>
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const many = Array.from({ length: 1_000 }, () => idAt("comment", ids.next("comment"), march))
      assert.strictEqual(new Set(many).size, many.length)
      const made = yield* Effect.forEach(Array.from({ length: 100 }), () =>
        Effect.sync(() => idAt("comment", ids.next("comment"), march)).pipe(Effect.tap(TestClock.adjust(1)))
      )
      assert.deepStrictEqual(made, made.toSorted())
      for (const id of made) assert.deepStrictEqual(madeAt(id), march)
      const later = idAt("comment", ids.next("comment"), DateTime.add(march, { milliseconds: 1 }))
      assert.isTrue(made.every((id) => id < later))
    })
  )
})
