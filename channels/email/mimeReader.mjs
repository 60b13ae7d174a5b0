// A reader process of `MimeParser`.
import "../../src/runtime/compileCache.mjs"
import { flushCompileCache } from "node:module"

/**
 * Milliseconds after which a reader has loaded most of what it ever loads. The cache is written then, because readers are
 * killed in the end.
 */
const loaded = 10_000

setTimeout(flushCompileCache, loaded).unref()

await import("./mime/mimeReaderProcess.ts")
