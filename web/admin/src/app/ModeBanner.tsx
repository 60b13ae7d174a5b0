import { mode, otherModeHref } from "./mode.ts"

/** Says on every page in test mode that the data is not real. */
export function ModeBanner() {
  if (mode === "live") return undefined
  return (
    <aside
      aria-label="Mode"
      className="flex flex-wrap items-center gap-x-3 border-b-2 border-warn bg-warn-tint px-3 py-1 text-sm text-warn"
    >
      <strong>Test mode</strong>
      <span className="flex-1">Nothing you do here reaches a customer.</span>
      <a href={otherModeHref} className="inline-flex min-h-6 items-center font-medium underline">
        Switch to live mode
      </a>
    </aside>
  )
}
