import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileKeeper } from "../../src/blobs/keepFile.ts"
import { serveKeeping } from "../../src/blobs/serveKeeping.ts"

// `keepFileThread.mjs` on a disk that a test holds up or breaks: while a file `held` stands beside the folders of tenants no
// folder is synced, and while `broken` does, none can be. A program of its own: nothing imports it.
serveKeeping(
  fileKeeper(async (folder) => {
    // `<root>/<tenant>/<two digits>`, or one above.
    const marks = (name: string) => [dirname(dirname(folder)), dirname(folder), folder].map((root) => join(root, name))
    while (marks("held").some((path) => existsSync(path))) await setTimeout(5)
    if (marks("broken").some((path) => existsSync(path)))
      throw Object.assign(new Error("the disk is broken"), { code: "EIO" })
  })
)
