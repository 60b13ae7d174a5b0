import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { parentPort } from "node:worker_threads"
import { type FileToKeep, keepFiles } from "../../src/blobs/keepFiles.ts"

// `keepFilesThread` on a disk that a test holds up or breaks: while a file `held` stands beside the folders of tenants no
// folder is synced, and while `broken` does, none can be. A program of its own: nothing imports it.
parentPort?.on("message", (files: ReadonlyArray<FileToKeep>) => {
  const root = dirname(dirname(files[0]?.unfinished ?? ""))
  const moment = new Int32Array(new SharedArrayBuffer(4))
  const answer = keepFiles(files, () => {
    while (existsSync(join(root, "held"))) Atomics.wait(moment, 0, 0, 5)
    if (existsSync(join(root, "broken"))) throw Object.assign(new Error("the disk is broken"), { code: "EIO" })
  })
  parentPort?.postMessage(answer)
})
