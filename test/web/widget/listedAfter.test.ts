import { assert, describe, it } from "@effect/vitest"
import { listedAfter } from "../../../web/widget/frame/listedAfter.ts"

/** Requests in order of their last change, latest first: `3c` is c, changed at 3. */
const list = (...all: ReadonlyArray<string>) =>
  all.map((one) => ({ id: one.slice(1), updatedAt: `2026-11-23T00:00:0${one.slice(0, 1)}Z` }))
const rest = (page: ReadonlyArray<string>, known: ReadonlyArray<string>) =>
  listedAfter(list(...page), list(...known)).map(({ id }) => id)

describe("What remains of a list whose first page was reloaded", () => {
  it("is what follows the page", () => {
    assert.deepStrictEqual(rest(["4a", "3b"], ["4a", "3b", "2c", "1d"]), ["c", "d"])
    assert.deepStrictEqual(rest(["4a", "3b"], ["4a", "3b"]), [])
  })

  it("includes what something newer has pushed off the page", () => {
    assert.deepStrictEqual(rest(["5d", "4a"], ["4a", "3b", "2c", "1d"]), ["b", "c"])
    assert.deepStrictEqual(rest(["5e", "4a"], ["4a", "3b"]), ["b"])
  })

  it("excludes what disappeared from the page", () => {
    assert.deepStrictEqual(rest(["4a", "2c"], ["4a", "3b", "2c", "1d"]), ["d"])
  })

  it("is nothing if there may be a gap", () => {
    assert.deepStrictEqual(rest(["9x", "8y"], ["4a", "3b"]), [])
    assert.deepStrictEqual(rest([], ["4a"]), [])
  })
})
