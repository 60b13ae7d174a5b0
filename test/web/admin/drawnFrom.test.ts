import { assert, it } from "@effect/vitest"
import { drawnFrom } from "../../../web/admin/src/tickets/drawnFrom.ts"

const said = (count: number, length: number) => Array.from({ length: count }, () => ({ body: "a".repeat(length) }))

it("draws all of a short conversation, and of a long one the newest for which there is room", () => {
  assert.strictEqual(drawnFrom([], 0, 100_000), 0)
  assert.strictEqual(drawnFrom(said(50, 300), 50, 100_000), 0)
  assert.strictEqual(drawnFrom(said(10_000, 250), 10_000, 100_000), 9_920)
  assert.strictEqual(drawnFrom(said(10_000, 0), 10_000, 100_000), 9_900)
})

it("draws one at the least, however long it is, and goes on before what is drawn already", () => {
  assert.strictEqual(drawnFrom(said(3, 1_000_000), 3, 100_000), 2)
  assert.strictEqual(drawnFrom(said(3, 1_000_000), 2, 200_000), 1)
  assert.strictEqual(drawnFrom(said(500, 0), 400, 200_000), 200)
})
