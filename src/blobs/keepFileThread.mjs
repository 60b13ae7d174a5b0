// The program that `KeepingThread` runs.
import "../runtime/compileCache.mjs"

const { fileKeeper } = await import("./keepFile.ts")
const { serveKeeping } = await import("./serveKeeping.ts")
serveKeeping(fileKeeper())
