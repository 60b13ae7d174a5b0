import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { browsers } from "../../web/browsers.ts"

/**
 * Features that some browser of spring 2024 lacks, whatever the build does to the syntax. Newer methods of built-in objects are
 * excluded by the types (`lib`).
 */
const later: ReadonlyArray<RegExp> = [
  /\brequestIdleCallback\b|\bcancelIdleCallback\b/,
  /\bscheduler\.(?:yield|postTask)\b/,
  /\bstartViewTransition\b/,
  /\bshowPopover\b|\bpopover(?:=|Target)/,
  /\bcommandFor\b|\bclosedby\b/i,
  /\bmoveBefore\b|\bsetHTML\b/,
  /\bnavigation\.(?:navigate|addEventListener)\b/,
  /\bonscrollend\b|"scrollend"/i,
  /\bbody: .*ReadableStream\b/,
  /\bposition-anchor\b|\banchor-name\b|@starting-style|\binterpolate-size\b|\bappearance-?\[?base-select\b/,
  /\busing [a-z]\w* =|\bimport defer\b/
]
const sources = globSync(["web/{admin/src,customer,message,portal/src,widget}/**/*.{ts,tsx,css}"], {
  exclude: ["**/dist/**"]
})

describe("The oldest browsers", () => {
  it("are asked for nothing newer", () => {
    assert.isAbove(sources.length, 200)
    for (const file of sources)
      for (const pattern of later) assert.notMatch(readFileSync(file, "utf8"), pattern, `${file} asks for more`)
  })

  it("have every JavaScript method that the types of the pages know", () => {
    for (const program of ["admin", "portal"]) {
      const { compilerOptions } = JSON.parse(readFileSync(`web/${program}/tsconfig.json`, "utf8"))
      assert.deepStrictEqual(compilerOptions.lib, ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"])
    }
  })

  it("are those that the pages are built for, and that the documentation names", () => {
    const named = /Chrome and Edge (\S+), Firefox (\S+) and Safari (\S+),/.exec(
      readFileSync("docs/dashboard.md", "utf8")
    )
    const [, chrome, firefox, safari] = named ?? []
    assert.deepStrictEqual(browsers, [`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`])
    for (const program of ["admin", "portal", "widget"])
      assert.include(readFileSync(`web/${program}/vite.config.ts`, "utf8"), "target: browsers")
  })
})
