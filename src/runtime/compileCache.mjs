// What a program imports first, before it imports the rest by `await import`: what is compiled for one start is kept for
// the next. Plain JavaScript, so that nothing is translated before the cache is on.
import { enableCompileCache, findPackageJSON } from "node:module"
import { dirname, join } from "node:path"

enableCompileCache(join(dirname(findPackageJSON("..", import.meta.url)), "node_modules/.cache/trunkline"))
