import { assert, describe, it } from "@effect/vitest"
import { jsonOf, plain, table } from "../../src/cli/output.ts"

describe("table", () => {
  it("makes each column as wide as its widest cell, and truncates what is too long to read", () => {
    const text = table(
      ["ID", "TITLE"],
      [
        ["a", "x".repeat(70)],
        ["longer", null]
      ]
    )
    assert.deepStrictEqual(text.split("\n"), ["ID      TITLE", `a       ${"x".repeat(59)}…`, "longer"])
  })

  it("splits no character", () => {
    assert.strictEqual(table(["A"], [[`${"x".repeat(58)}😀 and more`]]), `A\n${"x".repeat(58)}…`)
  })

  it("lets no outside text move the cursor or add a line", () => {
    assert.strictEqual(table(["A"], [["\u001b[31mred\u001b[0m\n\u0007end"]]), "A\nred end")
  })
})

describe("plain", () => {
  it("keeps lines, and removes terminal control sequences", () => {
    const hostile = "\u001b]52;c;cm0gLXJm\u0007Hello\u001b[2J\r\n\tthere\u009b31m\u0008 ☃ 日本"
    assert.strictEqual(plain(hostile), "Hello\n\tthere ☃ 日本")
  })
})

describe("jsonOf", () => {
  it("contains the value, without terminal control sequences", () => {
    const hostile = { body: "\u001b[2J\u007f\u009b31mHello\u0085 é" }
    const told = jsonOf(hostile, 2)
    assert.notMatch(told, /[^\P{Cc}\n]/u)
    assert.deepStrictEqual(JSON.parse(told), hostile)
  })
})
