import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Every file has a process of its own: what one has compiled of the packages, the next need not.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "compiled")

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/testServer.ts",
    // Most tests wait, for the database or for somebody's answer: two cores have work for more than one of them.
    maxWorkers: 3,
    // A limit against hanging, far above what any test takes: nothing here measures time.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
