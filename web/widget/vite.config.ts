import { defineConfig, type Plugin } from "vite"
import { browsers } from "../browsers.ts"

/** The loader runs in other sites' pages, so it exposes only what it means to. */
const enclosed: Plugin = {
  name: "enclosed-loader",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const loader = bundle["widget.js"]
      if (loader?.type !== "chunk" || loader.imports.length > 0) throw new Error("The loader must be one file")
      loader.code = `(()=>{${loader.code.trim()}})();\n`
    }
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/widget/",
  plugins: [enclosed],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: browsers,
    outDir: process.env["BUILD_FOLDER"] ?? "dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    // A data: address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { widget: "loader/widget.ts", frame: "frame/main.tsx" },
      output: {
        entryFileNames: ({ name }) => (name === "widget" ? "widget.js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]"
      }
    }
  }
})
