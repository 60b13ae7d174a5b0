import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/testServer.ts",
    // Most tests wait, for the database or for somebody's answer: two cores have work for more than one of them.
    maxWorkers: 3,
    // A limit against hanging, far above what any test takes: nothing here measures time.
    testTimeout: 180_000,
    hookTimeout: 180_000
  }
})
