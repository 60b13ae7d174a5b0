import { assert, it } from "@effect/vitest"
import { titleOf } from "../../src/tickets/titleOf.ts"

it("A title is the first line that says something, in one line, cut at a word where it is long", () => {
  assert.strictEqual(titleOf("\n  \nWhere is\tmy parcel?\nIt is late."), "Where is my parcel?")
  assert.strictEqual(titleOf("\u202eabc\u0007def"), "abc def")
  assert.isUndefined(titleOf(" \n\t "))
  assert.strictEqual(titleOf("x".repeat(120)), "x".repeat(120))
  assert.strictEqual(titleOf("x".repeat(121)), `${"x".repeat(119)}…`)
  const long = titleOf(`${"word ".repeat(30)}end`) ?? ""
  assert.match(long, /^(word )+word…$/)
  assert.isAtMost(long.length, 120)
  // People count one face as one.
  assert.strictEqual(titleOf("😀".repeat(121)), `${"😀".repeat(119)}…`)
})
