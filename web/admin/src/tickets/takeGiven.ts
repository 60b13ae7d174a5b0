import type { ClipboardEvent, DragEvent } from "react"
import { takeFiles, textName } from "../../../message/given.ts"
import { toast } from "../ui/toasts.ts"

/** Handlers that attach files pasted or dropped where a message is written. */
export const takeGiven = (add: (files: ReadonlyArray<File>) => void) => {
  const take = (event: ClipboardEvent | DragEvent) => {
    const files = takeFiles(event, () =>
      toast({ text: `The text is too long for the message, so it was attached as ${textName}` })
    )
    if (files.length > 0) add(files)
  }
  return {
    onPaste: take,
    onDrop: take,
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault()
    }
  }
}
