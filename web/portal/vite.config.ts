import { globSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vite"
import { browsers } from "../browsers.ts"

/**
 * The words of each language, of which a page names its own: a script that looked for them would be larger, and request them
 * later.
 */
const words = globSync("../customer/words/??.ts", { cwd: import.meta.dirname })

const folder = process.env["BUILD_FOLDER"] ?? "dist"

/**
 * Two builds of one program: what browsers load, under names that change with the content, and what the server renders pages
 * with, which is self-contained.
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
          // Each file of words exports them.
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
