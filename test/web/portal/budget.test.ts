import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { assert, it } from "@effect/vitest"

const dist = new URL("../../../web/portal/dist/client/", import.meta.url)

interface Chunk {
  readonly file: string
  /** Its source; absent for shared chunks. */
  readonly src?: string
}

const sizeOf = ({ file }: Chunk) => gzipSync(readFileSync(new URL(file, dist))).length

it("The portal's pages load at most 15 KB of scripts in any language, and 5 KB of styles", () => {
  const chunks = Object.values<Chunk>(JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8")))
  const scripts = chunks.filter(({ file }) => file.endsWith(".js"))
  const isWords = ({ src = "" }: Chunk) => /customer\/words\/\w\w\.ts$/.test(src)
  const languages = scripts.filter(isWords).map(sizeOf)
  assert.lengthOf(languages, 10, "each language is loaded when it is read")
  const others = scripts.filter((chunk) => !isWords(chunk)).map(sizeOf)
  assert.isAtMost(others.reduce((sum, size) => sum + size, 0) + Math.max(...languages), 15 * 1024)
  const styles = chunks.filter(({ file }) => file.endsWith(".css")).map(sizeOf)
  assert.isAtMost(
    styles.reduce((sum, size) => sum + size, 0),
    5 * 1024
  )
})
