// The worker thread of `AuthenticatingThread`.
import "../../src/runtime/compileCache.mjs"

const { serveAuthentication } = await import("./serveAuthentication.ts")
serveAuthentication()
