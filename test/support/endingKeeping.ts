import { existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileKeeper } from "../../src/blobs/keepFile.ts"
import { serveKeeping } from "../../src/blobs/serveKeeping.ts"

// `keepFileThread.mjs` that exits at the very first file and keeps those that come later. A separate program.
const keep = fileKeeper()
serveKeeping((file) => {
  const mark = join(dirname(dirname(file.unfinished)), "ended")
  if (existsSync(mark)) return keep(file)
  writeFileSync(mark, "")
  process.exit(1)
})
