// The program of a reader of `MimeParser`.
import "../../src/runtime/compileCache.mjs"
import { flushCompileCache } from "node:module"

/** Milliseconds after which most of what a reader ever loads has been loaded. It is killed one day, and writes nothing then. */
const loaded = 10_000

setTimeout(flushCompileCache, loaded).unref()

await import("./mime/mimeReaderProcess.ts")
