import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileKeeper } from "../../src/blobs/keepFile.ts"
import { serveKeeping } from "../../src/blobs/serveKeeping.ts"

// `keepFileThread.mjs` on a disk that a test can stall or break: while a file `held` exists beside the folders of tenants, no
// folder is synced, and while `broken` exists, syncing fails. A separate program: nothing imports it.
serveKeeping(
  fileKeeper(async (folder) => {
    // `<root>/<tenant>/<two digits>`, or a level above.
    const marks = (name: string) => [dirname(dirname(folder)), dirname(folder), folder].map((root) => join(root, name))
    while (marks("held").some((path) => existsSync(path))) await setTimeout(5)
    if (marks("broken").some((path) => existsSync(path)))
      throw Object.assign(new Error("the disk is broken"), { code: "EIO" })
  })
)
