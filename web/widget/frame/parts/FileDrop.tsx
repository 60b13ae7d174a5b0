import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { takeFiles } from "../../../message/given.ts"
import { useWords } from "../context.ts"
import type { Uploads } from "../Uploads.ts"

/** Takes files that are dropped or pasted inside, and texts long enough to be attached as one. */
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
        setOver(false)
        uploads.add(takeFiles(event))
      }}
      onPaste={(event) => uploads.add(takeFiles(event))}
    >
      {children}
      {isOver && <div class="drop">{words.dropHere}</div>}
    </div>
  )
}
