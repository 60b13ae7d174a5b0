import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/testServer.ts",
    // A limit against hanging, far above what any test takes: nothing here measures time.
    testTimeout: 180_000,
    hookTimeout: 180_000
  }
})
