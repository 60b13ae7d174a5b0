import { existsSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"

const dist = new URL("../../../web/widget/dist/", import.meta.url)
const read = (path: string) => {
  const file = new URL(path, dist)
  assert.isTrue(existsSync(file), `${file} is not built: npm run build`)
  return readFileSync(file)
}
const gzipped = (paths: ReadonlyArray<string>) =>
  paths.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)

interface Chunk {
  readonly file: string
  readonly css?: ReadonlyArray<string>
  readonly imports?: ReadonlyArray<string>
}

/** A chunk with everything that is loaded before it runs. */
const filesOf = (manifest: Readonly<Record<string, Chunk>>, name: string): ReadonlyArray<string> => {
  const { css = [], file, imports = [] } = manifest[name] ?? assert.fail(`${name} is not built`)
  return [...new Set([file, ...css, ...imports.flatMap((one) => filesOf(manifest, one))])]
}

describe("The widget", () => {
  const manifest = () => JSON.parse(read("manifest.json").toString()) as Record<string, Chunk>

  it("has a loader of at most 2 KB", () => {
    assert.isAtMost(gzipped(["widget.js"]), 2 * 1024)
  })

  it("needs at most 25 KB of scripts and 5 KB of styles", () => {
    const files = filesOf(manifest(), "frame/main.tsx")
    assert.isAtMost(gzipped(files.filter((file) => file.endsWith(".js"))), 25 * 1024)
    assert.isAtMost(gzipped(files.filter((file) => file.endsWith(".css"))), 5 * 1024)
  })

  it("adds nothing but its name to the page, and loads no other file", () => {
    const text = read("widget.js").toString()
    assert.match(text, /^\(\(\)=>\{.*\}\)\(\);\s*$/s)
    assert.notMatch(text, /\bimport\b|innerHTML|\beval\b|setAttribute\("style"/)
  })
})
