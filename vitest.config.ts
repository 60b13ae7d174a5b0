import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Another Node knows no lock of this one's: runs by both would clear each other away.
if (Number.parseInt(process.versions.node, 10) < 24)
  throw new Error(
    `Tests need the Node that the project brings, not ${process.version}: npm test, or npx vitest run FILE`
  )

// What one process has compiled of the packages, the next need not.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "compiled")

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/testServer.ts",
    // One process takes many files, and loads the packages once: what a test counts of its process, it counts from where it stood.
    isolate: false,
    // Most tests wait, for the database or for somebody's answer: two cores have work for twice as many.
    maxWorkers: 4,
    // They share the cores, so an engine that compiles and collects on threads beside gains nothing: a tenth of CPU time less.
    execArgv: ["--single-threaded", "--max-semi-space-size=32"],
    // A limit against hanging, several times what the longest test takes on a slow machine: nothing here measures time.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
