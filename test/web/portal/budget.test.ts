import { existsSync, globSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { assert, it } from "@effect/vitest"

/** Bytes of all that a page of the portal loads, compressed. */
const most = { js: 15 * 1024, css: 5 * 1024 }

for (const [type, limit] of Object.entries(most))
  it(`The portal's pages load at most ${limit} bytes of ${type}`, () => {
    const files = globSync(`web/portal/dist/client/*.${type}`)
    assert.isTrue(existsSync("web/portal/dist/client") && files.length > 0, "npm run build-web builds it")
    const bytes = files.map((file) => gzipSync(readFileSync(file)).length).reduce((sum, size) => sum + size, 0)
    assert.isAtMost(bytes, limit)
  })
