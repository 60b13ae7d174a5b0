import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { contrast } from "../../../web/customer/contrast.ts"
import { accents, themeCss } from "../../../web/portal/src/theme.ts"

const rgb = (color: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return [r, g, b] as const
}
const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)

describe("A brand's colour", () => {
  it("is readable in both modes, as text on its page and behind the text of a button, whatever it is", () => {
    fc.assert(
      fc.property(colors, (color) => {
        const { dark, light } = accents(color)
        for (const surface of [
          [255, 255, 255],
          [245, 247, 250],
          [238, 242, 247]
        ] as const)
          assert.isAtLeast(contrast(rgb(light.accent), surface), 4.5)
        for (const surface of [
          [17, 22, 29],
          [26, 31, 38],
          [35, 43, 54]
        ] as const)
          assert.isAtLeast(contrast(rgb(dark.accent), surface), 4.5)
        for (const { accent, onAccent } of [light, dark]) assert.isAtLeast(contrast(rgb(accent), rgb(onAccent)), 4.5)
      })
    )
  })

  it("is unchanged if it is readable", () => {
    assert.strictEqual(accents("#3b4cca").light.accent, "#3b4cca")
    assert.strictEqual(accents("#9aa8ff").dark.accent, "#9aa8ff")
    assert.match(themeCss("#3b4cca"), /^:root\{--accent:#3b4cca;--on-accent:#ffffff\}\n@media /)
  })
})
