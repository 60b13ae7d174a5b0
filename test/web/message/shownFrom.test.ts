import { assert, it } from "@effect/vitest"
import { shownFrom } from "../../../web/message/shownFrom.ts"

const said = (count: number, length: number) => Array.from({ length: count }, () => ({ body: "a".repeat(length) }))

it("A short conversation is shown in full, and of a long one the newest messages that fit", () => {
  assert.strictEqual(shownFrom([], 0, 100_000), 0)
  assert.strictEqual(shownFrom(said(50, 300), 50, 100_000), 0)
  assert.strictEqual(shownFrom(said(10_000, 250), 10_000, 100_000), 9_920)
})

it("At least one message is shown, however long, and then the ones before it", () => {
  assert.strictEqual(shownFrom(said(3, 1_000_000), 3, 100_000), 2)
  assert.strictEqual(shownFrom(said(3, 1_000_000), 2, 200_000), 1)
})
