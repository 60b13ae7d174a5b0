import { PageValue, usePageValue } from "./PageValue.ts"

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

const shown = new PageValue<ReadonlyArray<ShownToast>>([])
let count = 0

/** Shows a word, and takes it away after ten seconds; what went wrong stays until it is closed. */
export const toast = (said: Toast, id = ++count): (() => void) => {
  const close = () => closeToast(id)
  shown.set([...shown.get(), { ...said, id }].slice(-most))
  if (said.tone !== "bad") setTimeout(close, toastSeconds * 1000)
  return close
}

/** Acts that are under way, by the number that their notices would have, and whether they are to be undone. */
let expected: ReadonlyArray<{ readonly id: number; isRegretted: boolean }> = []

/**
 * Says that something has been begun of which a notice will tell, if what is given back is called with one. Who undoes the last
 * thing meanwhile means this: it is undone as soon as it can be, and never what came before it.
 */
export const expectToast = () => {
  const one = { id: ++count, isRegretted: false }
  expected = [...expected, one]
  return (said?: Toast) => {
    expected = expected.filter((other) => other !== one)
    if (one.isRegretted && said?.tone !== "bad") said?.action?.run()
    else if (said) toast(said, one.id)
  }
}

export const closeToast = (id: number) => shown.set(shown.get().filter((one) => one.id !== id))

export const useToasts = (): ReadonlyArray<ShownToast> => usePageValue(shown)

/** The last thing that was done and can be undone, whenever it was answered; what is offered where something went wrong is no undoing. */
const lastAction = () =>
  shown
    .get()
    .filter(({ action, tone }) => action !== undefined && tone !== "bad")
    .sort((one, other) => one.id - other.id)
    .at(-1)

/** Undoes it; whether there was one. */
export const undoLast = (): boolean => {
  const last = lastAction()
  const begun = expected.findLast(({ isRegretted }) => !isRegretted)
  if (begun !== undefined && begun.id > (last?.id ?? 0)) {
    begun.isRegretted = true
    return true
  }
  if (last === undefined) return false
  closeToast(last.id)
  last.action?.run()
  return true
}
