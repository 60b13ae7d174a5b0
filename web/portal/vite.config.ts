import { defineConfig } from "vite"
import { browsers } from "../browsers.ts"

/**
 * Two builds of one program: what browsers load, under names that change with the content, and what the server renders
 * pages with, which holds everything that it needs.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "/portal/assets/",
  // One command builds both.
  builder: {},
  environments: {
    client: {
      build: {
        target: browsers,
        outDir: "dist/client",
        assetsDir: "",
        manifest: "manifest.json",
        // A data: address would need an exception in the Content-Security-Policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: ["src/islands/main.tsx", "src/style.css"] }
      }
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        target: "node24",
        outDir: "dist/server",
        rolldownOptions: { input: "src/server/handle.ts", output: { entryFileNames: "handle.js" } }
      }
    }
  }
})
