import { useSyncExternalStore } from "react"

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" })
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" })

/** How long ago, in as few letters as possible: `now`, `5m`, `3h`, `2d`, then the date. */
export const agoOf = (moment: Date, now: number): string => {
  const minutes = Math.floor((now - moment.getTime()) / 60_000)
  if (minutes < 1) return "now"
  if (minutes < 60) return `${minutes}m`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))}d`
  return (new Date(now).getFullYear() === moment.getFullYear() ? day : dayAndYear).format(moment)
}

/** The time, told anew every half a minute while anybody watches. */
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

/** A moment, as how long ago it was; the whole date on hovering and for screen readers. */
export function Time({ at }: { readonly at: string }) {
  const current = useSyncExternalStore(watch, () => now)
  const moment = new Date(at)
  return (
    <time dateTime={at} title={full.format(moment)}>
      {agoOf(moment, Math.max(current, Date.now()))}
    </time>
  )
}
