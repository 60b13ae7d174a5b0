import { globSync, readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { page } from "../../src/http/docs/page.ts"

const built = (folder: string): string => {
  const dist = new URL(`../../web/${folder}/`, import.meta.url)
  const sheets = readdirSync(dist).filter((file) => file.endsWith(".css"))
  return sheets.map((file) => readFileSync(new URL(file, dist), "utf8")).join("\n")
}

const dashboard = built("admin/dist/assets")
const customers = { widget: built("widget/dist/assets"), portal: built("portal/dist/client") }
const documentation = page("", "", "")

/** What only Safari does, so that no other browser can test it. */
describe("In Safari", () => {
  it("a list without markers is a list, also to VoiceOver", () => {
    // Tailwind's default is overridden.
    assert.match(dashboard, /ol,ul\{list-style-type:""\}/)
    for (const sheet of [...Object.values(customers), documentation])
      assert.notMatch(sheet, /list-style(-type)?: ?none/)
  })

  it("an empty date looks empty until it is entered", () => {
    assert.include(dashboard, '[type^=date][value=""]:not(:focus,:invalid)::-webkit-datetime-edit{opacity:0}')
  })

  it("a phone zooms into no input, and enlarges no text in landscape", () => {
    for (const sheet of [dashboard, customers.widget])
      assert.match(sheet, /pointer: ?coarse\)\{input,select,textarea\{font-size:16px\}/)
    for (const sheet of [dashboard, ...Object.values(customers), documentation])
      assert.include(sheet, "-webkit-text-size-adjust:100%")
  })

  it("the key that accepts a Japanese word does nothing else, which one function handles", () => {
    const sources = globSync("web/{admin/src,portal/src,widget}/**/*.{ts,tsx}", { exclude: ["**/dist/**"] })
    assert.isAbove(sources.length, 200)
    for (const file of sources) assert.notMatch(readFileSync(file, "utf8"), /\.isComposing\b/, file)
  })

  it("a page is as high as the space between a phone's bars", () => {
    for (const sheet of [dashboard, ...Object.values(customers), documentation]) assert.notInclude(sheet, "100vh")
  })
})
