import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"

const styles = (folder: string): ReadonlyArray<string> => {
  const dist = new URL(`../../web/${folder}/`, import.meta.url)
  return readdirSync(dist).flatMap((file) => (file.endsWith(".css") ? [readFileSync(new URL(file, dist), "utf8")] : []))
}

/** What only Firefox does, so that no other browser can test it. */
describe("In Firefox", () => {
  it("Arabic text is right-aligned in an English list, and the other way round", () => {
    for (const folder of ["admin/dist/assets", "widget/dist/assets", "portal/dist/client"])
      assert.match(styles(folder).join("\n"), /(?:^|[{}])li\{text-align:start\}/, folder)
  })
})
