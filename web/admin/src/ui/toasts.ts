import { useSyncExternalStore } from "react"

/** A word about what has just happened. */
export interface Toast {
  readonly text: string
  readonly tone?: "plain" | "bad"
  /** What can be done about it: undo, or try again. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** For whoever is asked for help. */
  readonly requestId?: string | undefined
}

export interface ShownToast extends Toast {
  readonly id: number
}

/** Seconds for which one stands: long enough to regret. */
export const toastSeconds = 10
/** Shown at once; the oldest makes room. */
const most = 3

let shown: ReadonlyArray<ShownToast> = []
let count = 0
const watchers = new Set<() => void>()

const show = (next: ReadonlyArray<ShownToast>) => {
  shown = next
  for (const watcher of watchers) watcher()
}

/** Shows a word, and takes it away after ten seconds; what went wrong stays until it is closed. */
export const toast = (said: Toast): (() => void) => {
  const id = ++count
  const close = () => show(shown.filter((one) => one.id !== id))
  show([...shown, { ...said, id }].slice(-most))
  if (said.tone !== "bad") setTimeout(close, toastSeconds * 1000)
  return close
}

export const closeToast = (id: number) => show(shown.filter((one) => one.id !== id))

export const useToasts = (): ReadonlyArray<ShownToast> =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => shown
  )

/** The last thing that can be undone; what is offered where something went wrong is no undoing. */
const lastAction = () => shown.findLast(({ action, tone }) => action !== undefined && tone !== "bad")

/** Undoes it; whether there was one. */
export const undoLast = (): boolean => {
  const last = lastAction()
  if (last === undefined) return false
  closeToast(last.id)
  last.action?.run()
  return true
}
