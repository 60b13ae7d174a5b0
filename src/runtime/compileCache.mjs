// Programs import this first, and the rest with `await import`, so that code compiled at one start is cached for the next.
// It is plain JavaScript, so that no TypeScript is transpiled before the cache is enabled.
import { enableCompileCache, findPackageJSON } from "node:module"
import { dirname, join } from "node:path"

enableCompileCache(join(dirname(findPackageJSON("..", import.meta.url)), "node_modules/.cache/trunkline"))
