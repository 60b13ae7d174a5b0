import { assert, it } from "@effect/vitest"
import { keptFilename } from "../../src/domain/keptFilename.ts"

it("A file's name is normalized, and stripped of direction marks", () => {
  assert.strictEqual(keptFilename(" cafe\u0301.txt "), "caf\u00e9.txt")
  assert.strictEqual(keptFilename("invoice\u202efdp.exe\u202c"), "invoicefdp.exe")
  for (const direction of "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert.strictEqual(keptFilename(`a${direction}b.txt`), "ab.txt")
  assert.strictEqual(
    keptFilename("\u05d7\u05e9\u05d1\u05d5\u05e0\u05d9\u05ea.pdf"),
    "\u05d7\u05e9\u05d1\u05d5\u05e0\u05d9\u05ea.pdf"
  )
})
