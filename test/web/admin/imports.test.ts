import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { assert, it } from "@effect/vitest"

const root = join(import.meta.dirname, "../../../web/admin/src/")

/** Each file's imports of other dashboard files at run time, without types. */
const imports = new Map(
  globSync("**/*.{ts,tsx}", { cwd: root }).map((file) => {
    const text = readFileSync(join(root, file), "utf8")
    const found = [...text.matchAll(/^(?:import|export)(?! type)[^;"]*"(\.[^"]+)"/gm)].map(([, path = ""]) => path)
    return [file, found.map((path) => relative(root, join(root, dirname(file), path)))]
  })
)

/** The path from a file back to itself. */
const circleOf = (start: string): ReadonlyArray<string> | undefined => {
  const seen = new Set<string>()
  const walk = (file: string, path: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
    for (const next of imports.get(file) ?? []) {
      if (next === start) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const circle = walk(next, [...path, next])
      if (circle !== undefined) return circle
    }
    return undefined
  }
  return walk(start, [start])
}

it("has no import cycles at load time", () => {
  assert.isAbove(imports.size, 150)
  assert.include(imports.get("main.tsx") ?? [], "app/router.tsx")
  for (const file of imports.keys()) assert.isUndefined(circleOf(file), file)
})
