import { PageValue, usePageValue } from "./PageValue.ts"

/** A notice about what has just happened. */
export interface Toast {
  readonly text: string
  readonly tone?: "plain" | "bad"
  /** An action on it: undo, or try again. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The request id, to quote when asking for help. */
  readonly requestId?: string | undefined
}

export interface ShownToast extends Toast {
  readonly id: number
}

/** Seconds for which a notice is shown: long enough to undo. */
export const toastSeconds = 10
/** The most notices shown at once; the oldest makes room. */
const most = 3

const shown = new PageValue<ReadonlyArray<ShownToast>>([])
let count = 0

/** Shows a notice for ten seconds; an error stays until it is closed. Returns a function that closes it. */
export const toast = (said: Toast, id = ++count): (() => void) => {
  const close = () => closeToast(id)
  shown.set([...shown.get(), { ...said, id }].slice(-most))
  if (said.tone !== "bad") setTimeout(close, toastSeconds * 1000)
  return close
}

/** Acts in progress, by the id that their notice will have, and whether to undo them once they end. */
let expected: ReadonlyArray<{ readonly id: number; isRegretted: boolean }> = []

/**
 * Announces an act in progress. The returned function ends it, with its notice if there is one. "Undo" meanwhile means this
 * act: it is undone as soon as possible, and nothing before it is.
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

/**
 * Returns the last notice of an act that can be undone, in the order in which acts began. The action on an error does not
 * count.
 */
const lastAction = () =>
  shown
    .get()
    .filter(({ action, tone }) => action !== undefined && tone !== "bad")
    .sort((one, other) => one.id - other.id)
    .at(-1)

/** Undoes the last act. Returns whether there was one. */
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
