import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { browsers } from "../browsers.ts"

/** Where `npm run dev:admin` finds a running server. */
const server = "http://localhost:3000"

/** What the first page shows too: together it is smaller, and one request. */
const common =
  /src\/(?:app\/matching|forms\/reportFailure|ui\/(?:Button|CopyButton|ErrorPanel|Icon|IconButton|Kbd|Options|Page|Skeleton|Time|ago|errors|toasts|topDialog))\.tsx?$/

/**
 * What the pages behind it show, with all that this needs: each file more is another name in the lists of what they need,
 * which the first page loads.
 */
const further = /src\/(?:ui\/(?:Badge|Card|Field|Table|fieldError|numberOf)|forms\/(?:BrandPage|Loaded))\.tsx?$/

/** What forms and dialogs are made of, for the same reason. */
const forms =
  /src\/(?:forms\/(?!useKeptDraft|useTicketCounts|CountsFailure|SortableRows)\w+|ui\/(?:ActButton|CodeBlock|ConfirmDialog|CopyAsCurl|Dialog|NumberInput|wholeNumber))\.tsx?$/

/** What a list of tickets and an open one both show and do, for the same reason. */
const tickets =
  /src\/(?:tickets\/(?:StatusBadge|actions|due|pendingMessages|perform|place|ticketHref|useTicketCommands)|ui\/PaneHandle|app\/(?:useKept|usePaneWidth))\.tsx?$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      { find: "@trunkline/sdk", replacement: join(import.meta.dirname, "../../sdk/src/index.ts") },
      // What React has had since version 18, and Base UI brings for those before it.
      { find: "use-sync-external-store/shim/with-selector", replacement: "use-sync-external-store/with-selector" },
      { find: /^use-sync-external-store\/shim$/, replacement: "react" }
    ]
  },
  build: {
    target: browsers,
    outDir: process.env["BUILD_FOLDER"] ?? "dist",
    emptyOutDir: true,
    // Which chunk needs which, for the budgets of test/web/admin/budgets.test.ts.
    manifest: "manifest.json",
    // A data: address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "ui", test: common },
            { name: "further", test: further },
            { name: "forms", test: forms },
            { name: "tickets", test: tickets }
          ]
        }
      }
    }
  },
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/auth", "/login", "/docs", "/mail", "/openapi.json"].map((path) => [path, server])
    )
  }
})
