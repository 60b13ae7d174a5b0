import "../runtime/compileCache.mjs"

await import("./trunkline.ts")
