import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { publicIdParts, searchWords } from "../../src/sql/searchWords.ts"

describe("searchWords", () => {
  it("asks for every word, by its start", () => {
    assert.strictEqual(searchWords("wrong invoice"), "'wrong':* & 'invoice':*")
    assert.strictEqual(searchWords("ines@north.example"), "'ines':* & 'north':* & 'example':*")
  })

  it("takes the letters and digits of every script, and nothing else", () => {
    assert.strictEqual(searchWords("Ärger, 東京! №7"), "'Ärger':* & '東京':* & '7':*")
    assert.strictEqual(
      searchWords("it's 'a' :* !b | (c) & \\d <-> %e_f"),
      "'it':* & 's':* & 'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':*"
    )
  })

  it("is nothing where there is no word", () => {
    for (const text of ["", "   ", "'", "%", "\\", "!?…", "🙂🎉", "❤️", "\u0000"]) assert.isUndefined(searchWords(text))
  })

  it("looks for twelve words at most", () => {
    assert.strictEqual(searchWords("word ".repeat(2_000)), Array.from({ length: 12 }, () => "'word':*").join(" & "))
  })

  it("lets nothing through that has a meaning in a query", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of searchWords(text)?.split(" & ") ?? []) assert.match(word, /^'[\p{L}\p{M}\p{N}]+':\*$/u)
      })
    )
  })
})

describe("publicIdParts", () => {
  it("are prefix and number of what people call a ticket", () => {
    assert.deepStrictEqual(publicIdParts("ACME-1042"), { prefix: "ACME", number: 1042 })
    assert.deepStrictEqual(publicIdParts(" acme-1042 "), { prefix: "ACME", number: 1042 })
  })

  it("are of nothing else", () => {
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
