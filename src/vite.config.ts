import { join } from "node:path"
import { defineConfig } from "vite"

const file = (path: string) => join(import.meta.dirname, path)

/**
 * Bundles the server, its command lines, and the programs of its threads and processes, from a thousand files of ours and of
 * Effect into a few: docs/decisions/0048-a-built-server.md. Other packages stay in node_modules.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: [/^effect(\/|$)/, /^@effect\//] },
  build: {
    ssr: true,
    target: "node24",
    outDir: process.env["BUILD_FOLDER"] ?? "../dist",
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: file("main.mjs"),
        cli: file("cli/main.mjs"),
        keepFileThread: file("blobs/keepFileThread.mjs"),
        authenticateThread: file("../channels/email/authenticateThread.mjs"),
        mimeReader: file("../channels/email/mimeReader.mjs"),
        backup: file("../scripts/backup/backup.ts"),
        restore: file("../scripts/backup/restore.ts"),
        reseal: file("../scripts/reseal.ts")
      },
      output: {
        comments: { annotation: false, jsdoc: false },
        entryFileNames: "[name].mjs",
        chunkFileNames: "[name]-[hash].mjs"
      }
    }
  }
})
