import { assert, it } from "@effect/vitest"
import { maxText } from "../../../src/api/Fields.ts"
import { titleOf } from "../../../src/tickets/intake/titleOf.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

it("A title is the first line with visible text, as a single line, truncated between words if it is long", () => {
  assert.strictEqual(titleOf("\n  \nWhere is\tmy parcel?\nIt is late."), "Where is my parcel?")
  assert.strictEqual(titleOf("\u202eabc\u0007def"), "abc def")
  for (const nothing of [" \n\t ", "\u3164", "\u2800\ufe0f"])
    assert.isUndefined(titleOf(nothing), JSON.stringify(nothing))
  // Joiners within letters and pictures, and the tags of a flag, are part of what is visible.
  for (const whole of ["👨\u200d👩\u200d👧", "می\u200cخواهم", "🏴\u{e0067}\u{e0062}\u{e007f}", "❤\ufe0f"])
    assert.strictEqual(titleOf(`\u200b\n\u200f${whole}\u200f`), whole)
  assert.strictEqual(titleOf("\u2028\n a\u2028b\r\nc"), "a b")
  assert.strictEqual(titleOf("x".repeat(120)), "x".repeat(120))
  assert.strictEqual(titleOf("x".repeat(121)), `${"x".repeat(119)}…`)
  const long = titleOf(`${"word ".repeat(30)}end`) ?? ""
  assert.match(long, /^(word )+word…$/)
  assert.isAtMost(long.length, 120)
  // People count one face as one.
  assert.strictEqual(titleOf("😀".repeat(121)), `${"😀".repeat(119)}…`)
  // No half of one remains either where the line is cut off for the search.
  assert.strictEqual(titleOf(`a${"\u200b".repeat(1918)}😀 hello`), "a")
})

it("A title of a megabyte of nothing, or of one line, takes no longer than reading it", () => {
  for (const piece of ["\n", " \n", "\u200b", "x", "x ", "\n\u200b", "\u2028"])
    takesAtMost(75, () => titleOf(piece.repeat(maxText / piece.length)), JSON.stringify(piece))
})
