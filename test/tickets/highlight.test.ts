import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { highlight } from "../../src/tickets/highlight.ts"
import { takesAtMost } from "../support/takesAtMost.ts"

const marked = (text: string, words: ReadonlyArray<string>, anywhere?: boolean) => {
  const { matches, snippet } = highlight(text, words, anywhere)
  return matches.map(([start, end]) => snippet.slice(start, end))
}

describe("highlight", () => {
  it("finds the beginnings of words in any case and script", () => {
    assert.deepStrictEqual(marked("An Invoice, reinvoiced; INVOICES", ["invoice"]), ["Invoice", "INVOICE"])
    assert.deepStrictEqual(marked("Ärger im ärgsten Fall", ["ärg"]), ["Ärg", "ärg"])
    assert.deepStrictEqual(marked("請求書と東京", ["請求"]), ["請求"])
  })

  it("finds any part of names and addresses", () => {
    assert.deepStrictEqual(marked("Ines Roth · ines@north.example", ["nor", "nes"], true), ["nes", "nes", "nor"])
  })

  it("counts in UTF-16 units, as JavaScript slices", () => {
    const { matches, snippet } = highlight("🙂🙂 invoice", ["invoice"])
    assert.deepStrictEqual(matches, [[5, 12]])
    assert.strictEqual(snippet.slice(5, 12), "invoice")
  })

  it("shows one line around the first match", () => {
    const { matches, snippet } = highlight(`${"before ".repeat(100)}\n\ninvoice\t${"after ".repeat(100)}`, ["invoice"])
    assert.match(snippet, /^…before .* invoice after .*…$/)
    assert.isBelow(snippet.length, 250)
    assert.strictEqual(snippet.slice(...(matches[0] ?? [0, 0])), "invoice")
  })

  it("shows the beginning of a text without a match", () => {
    assert.deepStrictEqual(highlight("Nothing of it", ["invoice"]), {
      snippet: "Nothing of it",
      matches: [],
      distinct: 0
    })
    assert.strictEqual(highlight("x".repeat(1_000), []).snippet, `${"x".repeat(240)}…`)
  })

  it("processes no more of a page of long texts than it shows, however often the words occur", () => {
    const text = "the ".repeat(25_000)
    takesAtMost(400, () => {
      for (let hit = 0; hit < 50; hit++) assert.lengthOf(highlight(text, ["the"]).matches, 60)
    })
  })

  it("marks what it shows, whatever the text, and never half a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "🙂", "é", "𐐷", "."), maxLength: 600 }),
        fc.array(fc.constantFrom("a", "ab", "b", "é", "𐐷"), { maxLength: 4 }),
        (text, words) => {
          const { matches, snippet } = highlight(text, words)
          assert.isTrue(snippet.isWellFormed())
          assert.isAtMost(snippet.length, 310)
          for (const [start, end] of matches) assert.include(words, snippet.slice(start, end).toLowerCase())
        }
      )
    )
  })
})
