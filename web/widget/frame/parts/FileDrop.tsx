import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { pastedFiles } from "../../../customer/files.ts"
import { useWords } from "../context.ts"
import type { Uploads } from "../Uploads.ts"

/** Takes files that are dropped or pasted inside. */
export const FileDrop = ({
  children,
  uploads
}: {
  readonly uploads: Uploads
  readonly children: ComponentChildren
}) => {
  const words = useWords()
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is one more way to what the button does
    <div
      class="fill"
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        // Text that is dragged goes where it is dropped.
        if (event.dataTransfer?.types.includes("Files")) event.preventDefault()
        setOver(false)
        uploads.add(event.dataTransfer?.files ?? [])
      }}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData)
        if (files.length === 0) return
        event.preventDefault()
        uploads.add(files)
      }}
    >
      {children}
      {isOver && <div class="drop">{words.dropHere}</div>}
    </div>
  )
}
