import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { browsers } from "../browsers.ts"

/** Where `npm run dev:admin` finds a running server. */
const server = "http://localhost:3000"

/** Modules that the first page uses too: together they are smaller, and one request. */
const common =
  /src\/(?:app\/matching|forms\/reportFailure|ui\/(?:Button|CopyButton|ErrorPanel|Icon|IconButton|Kbd|Options|Page|Skeleton|Time|ago|errors|toasts|topDialog))\.tsx?$/

/**
 * Modules of the pages behind it, with their dependencies. Each further file would add a name to the dependency lists, which
 * the first page loads.
 */
const further = /src\/(?:ui\/(?:Badge|Card|Field|Table|fieldError|numberOf)|forms\/(?:BrandPage|Loaded))\.tsx?$/

/** Modules of forms and dialogs, for the same reason. */
const forms =
  /src\/(?:forms\/(?!useKeptDraft|useTicketCounts|CountsFailure|SortableRows)\w+|ui\/(?:ActButton|CodeBlock|ConfirmDialog|CopyAsCurl|Dialog|NumberInput|wholeNumber))\.tsx?$/

/** Modules shared by the list of tickets and an open ticket, for the same reason. */
const tickets =
  /src\/(?:tickets\/(?:StatusBadge|actions|due|pendingMessages|perform|place|ticketHref|useTicketCommands)|ui\/PaneHandle|app\/(?:useKept|usePaneWidth))\.tsx?$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      { find: "@trunkline/sdk", replacement: join(import.meta.dirname, "../../sdk/src/index.ts") },
      // React itself has this since version 18; Base UI brings it for older ones.
      { find: "use-sync-external-store/shim/with-selector", replacement: "use-sync-external-store/with-selector" },
      { find: /^use-sync-external-store\/shim$/, replacement: "react" }
    ]
  },
  build: {
    target: browsers,
    outDir: process.env["BUILD_FOLDER"] ?? "dist",
    emptyOutDir: true,
    // Lists the chunks that each chunk needs, for the budgets in test/web/admin/budgets.test.ts.
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
