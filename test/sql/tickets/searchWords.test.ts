import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { publicIdParts, wordsOf } from "../../../src/sql/tickets/searchWords.ts"

describe("wordsOf", () => {
  it("returns the words of a text, in order", () => {
    assert.deepStrictEqual(wordsOf("wrong invoice"), ["wrong", "invoice"])
    assert.deepStrictEqual(wordsOf("ines@north.example"), ["ines", "north", "example"])
  })

  it("uses the letters and digits of every script, and nothing else", () => {
    assert.deepStrictEqual(wordsOf("Ärger, 東京! №7"), ["Ärger", "東京", "7"])
    assert.deepStrictEqual(wordsOf("it's 'a' :* !b | (c) & \\d <-> %e_f"), ["it", "s", "a", "b", "c", "d", "e", "f"])
  })

  it("returns none if there is no word", () => {
    for (const text of ["", "   ", "'", "%", "\\", "!?…", "🙂🎉", "❤️", "\u0000"]) assert.lengthOf(wordsOf(text), 0)
  })

  it("returns at most twelve", () => {
    assert.lengthOf(wordsOf("word ".repeat(2_000)), 12)
  })

  it("returns nothing that has a meaning in a query", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of wordsOf(text)) assert.match(word, /^[\p{L}\p{M}\p{N}]+$/u)
      })
    )
  })
})

describe("publicIdParts", () => {
  it("returns prefix and number of a ticket's public id", () => {
    assert.deepStrictEqual(publicIdParts("ACME-1042"), { prefix: "ACME", number: 1042 })
    assert.deepStrictEqual(publicIdParts(" acme-1042 "), { prefix: "ACME", number: 1042 })
  })

  it("returns nothing for anything else", () => {
    for (const text of [
      "ACME",
      "1042",
      "ACME-",
      "-1042",
      "ACME-10x",
      "ACME-1042 and more",
      "A B-1",
      "ACME-1234567890123456"
    ])
      assert.isUndefined(publicIdParts(text), text)
  })
})
