import { PageValue, usePageValue } from "./PageValue.ts"

/** The open modal dialogs, the topmost last. */
const open = new PageValue<ReadonlyArray<HTMLDialogElement>>([])

/** Opens a dialog above all others. The returned function must be called when the dialog goes. */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal()
  open.set([...open.get(), dialog])
  return () => open.set(open.get().filter((one) => one !== dialog))
}

/** Returns the topmost dialog, outside which everything is inert, if one is open. */
export const useTopDialog = (): HTMLDialogElement | undefined => usePageValue(open).at(-1)
