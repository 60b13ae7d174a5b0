import { fileKeeper } from "./keepFile.ts"
import { serveKeeping } from "./serveKeeping.ts"

// The program of `KeepingThread`.

serveKeeping(fileKeeper())
