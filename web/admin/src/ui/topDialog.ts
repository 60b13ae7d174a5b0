import { PageValue, usePageValue } from "./PageValue.ts"

/** The modal dialogs that are open, the topmost last. */
const open = new PageValue<ReadonlyArray<HTMLDialogElement>>([])

/** Opens a dialog above all that is there; what it gives back is called when the dialog goes. */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal()
  open.set([...open.get(), dialog])
  return () => open.set(open.get().filter((one) => one !== dialog))
}

/** The dialog beside which nothing can be reached, if one is open. */
export const useTopDialog = (): HTMLDialogElement | undefined => usePageValue(open).at(-1)
