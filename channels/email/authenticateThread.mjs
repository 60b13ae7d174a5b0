// Plain JavaScript, so that nothing is translated before the cache is on: the translator takes more memory than the thread.
import { enableCompileCache } from "node:module"
import { join } from "node:path"

// The program of `AuthenticatingThread`.

enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/trunkline"))

const { serveAuthentication } = await import("./serveAuthentication.ts")
serveAuthentication()
