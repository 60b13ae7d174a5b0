import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16)

describe("The widget's loaders", () => {
  const kept = globSync("web/widget/loaders/*.js")

  it("are stored as they were built, each under its hash", () => {
    assert.isNotEmpty(kept)
    for (const file of kept) assert.strictEqual(basename(file, ".js"), hashOf(file))
  })

  it("are all stored, including the current build: npm run keep-loader stores it", () => {
    assert.include(
      kept.map((file) => basename(file, ".js")),
      hashOf("web/widget/dist/widget.js")
    )
  })
})
