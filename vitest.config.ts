import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"

// What one process has compiled of the packages, the next need not.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "compiled")

/** Files that start no program and share no running service: one process takes many of them, and loads the packages once. */
const together = [
  "test/{accounts,api,blobs,contracts,domain,events,runtime,sql,tickets,web}/**/*.test.ts",
  "test/channels/email/{mime,reply}/**/*.test.ts"
]

export default defineConfig({
  test: {
    globalSetup: "test/support/testServer.ts",
    // Most tests wait, for the database or for somebody's answer: two cores have work for more than one of them.
    maxWorkers: 3,
    // A limit against hanging, far above what any test takes: nothing here measures time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: { name: "apart", include: ["test/**/*.test.ts"], exclude: [...configDefaults.exclude, ...together] }
      },
      { extends: true, test: { name: "together", include: together, isolate: false } }
    ]
  }
})
