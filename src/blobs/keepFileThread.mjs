// The program of `KeepingThread`.
import "../runtime/compileCache.mjs"

const { fileKeeper } = await import("./keepFile.ts")
const { serveKeeping } = await import("./serveKeeping.ts")
serveKeeping(fileKeeper())
