import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { black, contrast, hexOf, readableOn, rgbOf, white } from "../../../web/customer/contrast.ts"

const channel = fc.integer({ min: 0, max: 255 })

describe("Colours", () => {
  it("have the contrast ratio that WCAG defines", () => {
    assert.strictEqual(contrast(black, white), 21)
    assert.strictEqual(contrast(white, white), 1)
    assert.closeTo(contrast(white, [118, 118, 118]), 4.54, 0.01)
  })

  it("are readable with black or white on them, whatever they are", () => {
    fc.assert(
      fc.property(channel, channel, channel, (r, g, b) => {
        assert.isAtLeast(contrast([r, g, b], readableOn([r, g, b])), 4.5)
        assert.deepStrictEqual(rgbOf(hexOf([r, g, b]).toUpperCase()), [r, g, b])
      })
    )
  })

  it("are rejected in any other notation", () => {
    for (const text of [undefined, "", "red", "#fff", "#12345g", "#1234567", "url(x)"]) assert.isUndefined(rgbOf(text))
  })
})
