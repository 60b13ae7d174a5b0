import { assert, describe, it } from "@effect/vitest"
import { accentColors } from "../../../web/widget/frame/accentColors.ts"

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio, implemented independently. */
const contrast = (one: string, other: string) => {
  const light = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[0-9a-f]{2}/gi) ?? [])
      .map((part) => Number.parseInt(part, 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  const [a, b] = [light(one), light(other)]
  return Math.max(a, b) / Math.min(a, b)
}

describe("The accent", () => {
  it("is the first valid colour, or our own", () => {
    assert.strictEqual(accentColors(undefined, "red", "#FF8800", "#112233").accent, "#ff8800")
    assert.match(accentColors("url(https://x.example)").accent, /^#[0-9a-f]{6}$/)
  })

  it("has a contrast of 4.5 to 1, whatever it is", () => {
    const steps = ["00", "33", "66", "77", "99", "cc", "ff"]
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const { accent, onAccent } = accentColors(`#${red}${green}${blue}`)
          assert.isAtLeast(contrast(accent, onAccent), 4.5, accent)
        }
  })
})
