import { useSyncExternalStore } from "react"
import { agoOf } from "./ago.ts"

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" })

/** The current time, updated every half minute while anything shows it. */
let now = Date.now()
const watchers = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  ticking ??= setInterval(() => {
    now = Date.now()
    for (const one of watchers) one()
  }, 30_000)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** How long ago a moment was, with the full date on hover and for screen readers. */
export function Time({ at }: { readonly at: string }) {
  const current = useSyncExternalStore(watch, () => now)
  const moment = new Date(at)
  return (
    <time dateTime={at} title={full.format(moment)}>
      {agoOf(moment, Math.max(current, Date.now()))}
    </time>
  )
}
