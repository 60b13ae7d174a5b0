import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { takeUuencoded } from "../../../../channels/email/mime/uuencode.ts"

/** POSIX uuencode; `space` is the character for a zero. */
const encode = (name: string, bytes: Uint8Array, space: " " | "`") => {
  const char = (value: number) => (value === 0 ? space : String.fromCharCode(value + 32))
  const lines: Array<string> = []
  for (let at = 0; at < bytes.length; at += 45) {
    const part = bytes.subarray(at, at + 45)
    let line = char(part.length)
    for (let index = 0; index < part.length; index += 3) {
      const [a = 0, b = 0, c = 0] = part.subarray(index, index + 3)
      line += char(a >> 2) + char(((a & 3) << 4) | (b >> 4)) + char(((b & 15) << 2) | (c >> 6)) + char(c & 63)
    }
    // Mail systems strip trailing blanks.
    lines.push(line.trimEnd())
  }
  return [`begin 644 ${name}`, ...lines, "`", "end"].join("\n")
}

describe("takeUuencoded", () => {
  it("extracts what was encoded, and leaves the text around it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(" " as const, "`" as const), (bytes, space) => {
        const { files, text } = takeUuencoded(`before\n${encode("a b.bin", bytes, space)}\nafter`)
        assert.strictEqual(text, "before\nafter")
        assert.strictEqual(files[0]?.filename, "a b.bin")
        assert.deepStrictEqual(files[0]?.bytes, bytes)
      })
    )
  })

  for (const text of [
    "begin 644 x\nno code, this line is prose\nend",
    "begin 644 x\n#86)C",
    "begin with this",
    "begin 644 "
  ])
    it(`leaves ${JSON.stringify(text)} unchanged`, () =>
      assert.deepStrictEqual(takeUuencoded(text), { text, files: [] }))
})
