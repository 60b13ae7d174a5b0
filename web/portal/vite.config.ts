import { globSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vite"
import { browsers } from "../browsers.ts"

/** What is read in each language, which a page names its own of: a script that looked for it would be larger, and ask later. */
const words = globSync("../customer/words/??.ts", { cwd: import.meta.dirname })

const folder = process.env["BUILD_FOLDER"] ?? "dist"

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
        outDir: join(folder, "client"),
        assetsDir: "",
        manifest: "manifest.json",
        // A data: address would need an exception in the Content-Security-Policy.
        assetsInlineLimit: 0,
        modulePreload: false,
        rolldownOptions: {
          input: ["src/islands/main.tsx", "src/style.css", ...words],
          // Each file of words hands them over.
          preserveEntrySignatures: "strict"
        }
      }
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        target: "node24",
        outDir: join(folder, "server"),
        rolldownOptions: { input: "src/server/handle.ts", output: { entryFileNames: "handle.js" } }
      }
    }
  }
})
