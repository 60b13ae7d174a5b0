import { useSyncExternalStore } from "react"

/** The modal dialogs that are open, the topmost last. */
let open: ReadonlyArray<HTMLDialogElement> = []
const watchers = new Set<() => void>()

const change = (next: ReadonlyArray<HTMLDialogElement>) => {
  open = next
  for (const watcher of watchers) watcher()
}

/** Opens a dialog above all that is there; what it gives back is called when the dialog goes. */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal()
  change([...open, dialog])
  return () => change(open.filter((one) => one !== dialog))
}

/** The dialog beside which nothing can be reached, if one is open. */
export const useTopDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => open.at(-1)
  )
