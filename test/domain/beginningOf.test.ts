import { assert, it } from "@effect/vitest"
import { beginningOf } from "../../src/domain/beginningOf.ts"

it("The beginning of a text never ends with half a character", () => {
  assert.strictEqual(beginningOf("abc", 2), "ab")
  assert.strictEqual(beginningOf("abc", 9), "abc")
  assert.strictEqual(beginningOf("a🙂b", 2), "a")
  assert.strictEqual(beginningOf("a🙂b", 3), "a🙂")
})
