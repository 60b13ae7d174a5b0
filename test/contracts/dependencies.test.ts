import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { manifest, production, withTheirs } from "../support/productionPackages.ts"

const page = readFileSync("docs/dependencies.md", "utf8")
const [, server = "", pages = ""] = page.split(/^## .*$/m)
const rows = (part: string) =>
  [...part.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = "", rest = ""]) => ({ name, rest }))
const roots = Object.keys(manifest.dependencies)

describe("The list of dependencies", () => {
  it("names every package that the server requires, with its reason and the number of packages that come with it", () => {
    const expected = roots.sort().map((root) => {
      const others = withTheirs(roots.filter((other) => other !== root))
      const theirs = [...withTheirs([root])].filter((place) => place !== `node_modules/${root}`)
      return { name: root, counts: [theirs.length, theirs.filter((place) => !others.has(place)).length] }
    })
    const told = rows(server).map(({ name, rest }) => {
      const [reason = "", ...counts] = rest.split(" | ")
      assert.isAbove(reason.length, 3, name)
      return { name, counts: counts.map(Number) }
    })
    assert.deepStrictEqual(told, expected)
  })

  it("counts what is installed", () => {
    assert.strictEqual(withTheirs(roots).size, production.length)
    const types = production.filter((place) => place.includes("node_modules/@types/")).length
    assert.include(
      page,
      `In total: ${production.length} packages, including the ${roots.length} above. ${types} of them contain only types`
    )
  })

  it("names what the pages are built from, and nothing else", () => {
    const sources = globSync("web/**/*.{ts,tsx}", { exclude: ["**/node_modules/**", "**/vite.config.ts"] })
    const imported = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/from "((?:@[\w-]+\/)?[\w-]+)(?:\/[^"]*)?"/g)].map(
        ([, name = ""]) => name
      )
    )
    const used = [...new Set(imported)].filter((name) => name in manifest.devDependencies).sort()
    assert.deepStrictEqual(
      rows(pages).map(({ name }) => name),
      used
    )
  })

  it("pins every version exactly", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    }
  })
})
