import { assert, describe, it } from "@effect/vitest"
import { mailToken, tokenIn, tokenLocalPart } from "../../src/domain/ReplyAddress.ts"

const bytes = Uint8Array.from({ length: 16 }, (_, index) => index * 16 + 1)

describe("Addresses with a token", () => {
  it("contain 26 lower-case characters that encode every bit", () => {
    const token = mailToken(bytes)
    assert.match(token, /^[0-7][0-9a-hjkmnp-tv-z]{25}$/)
    for (let bit = 0; bit < 128; bit++) {
      const other = Uint8Array.from(bytes, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      assert.notStrictEqual(mailToken(other), token)
    }
  })

  it("are parsed from the local part, whatever case a relay changed it to", () => {
    const token = mailToken(bytes)
    for (const use of ["reply", "bounce"] as const) {
      const local = tokenLocalPart(use, token)
      assert.strictEqual(tokenIn(use, local), token)
      assert.strictEqual(tokenIn(use, local.toUpperCase()), token)
      assert.strictEqual(tokenIn(use, `support+${local}`), token)
      assert.isBelow(`support+${local}`.length, 64)
      assert.strictEqual(tokenIn(use === "reply" ? "bounce" : "reply", local), undefined)
    }
  })

  it("are not found in what only looks like one", () => {
    const token = mailToken(bytes)
    for (const local of [
      token,
      `r.${token}x`,
      `xr.${token}`,
      `r.${token.slice(1)}`,
      `r.8${token.slice(1)}`,
      `r.${token}+x`,
      ""
    ])
      assert.strictEqual(tokenIn("reply", local), undefined, local)
  })
})
