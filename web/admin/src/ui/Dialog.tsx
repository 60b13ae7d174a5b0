import { type ReactNode, useEffect, useId, useRef } from "react"
import { isComposing } from "../../../message/isComposing.ts"
import { IconButton } from "./IconButton.tsx"
import { openModal } from "./topDialog.ts"

const widths = { small: "max-w-lg", large: "max-w-3xl", huge: "max-w-6xl" } as const

interface Props {
  readonly title: string
  readonly onClose: () => void
  /** Called on Escape in place of `onClose`. */
  readonly onEscape?: () => void
  readonly children: ReactNode
  /** Buttons at the end, the affirmative one last. */
  readonly actions?: ReactNode
  readonly size?: keyof typeof widths
  /** An act is in progress: the dialog stays open until it ends. */
  readonly busy?: boolean
}

/**
 * The browser's own modal dialog: what is behind it is inert, Escape closes it, and focus goes to its first input, and back
 * afterwards. Shown as long as it is rendered.
 */
export function Dialog({ title, onClose, onEscape = onClose, children, actions, size = "small", busy = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const id = useId()
  /** The element that had the focus. Set only once, since React runs effects twice in development. */
  const before = useRef<Element>(null)
  useEffect(() => {
    before.current ??= document.activeElement
    const close = ref.current === null ? undefined : openModal(ref.current)
    content.current?.querySelector<HTMLElement>(":is(input, select, textarea):enabled")?.focus()
    return () => {
      close?.()
      const back = before.current?.isConnected === true ? before.current : document.getElementById("main")
      if (back instanceof HTMLElement) back.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      // Fired by Escape while nothing in the dialog has the focus, as after a button was disabled, and by the back gesture.
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onEscape()
      }}
      // A browser lets a page cancel only once, and then closes the dialog.
      onClose={() => (busy ? ref.current?.showModal() : onClose())}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent)) return
        // Only the topmost dialog closes.
        event.preventDefault()
        event.stopPropagation()
        if (!busy) onEscape()
      }}
      className={`m-auto max-h-[85dvh] w-[calc(100vw-2rem)] rounded-lg border border-line bg-card p-0 text-ink shadow-2xl ${widths[size]}`}
    >
      <div className="flex max-h-[85dvh] flex-col">
        <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
          <h2 id={id} className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          <IconButton icon="close" label="Close" disabled={busy} onClick={onClose} />
        </header>
        <div ref={content} className="min-h-0 flex-1 overflow-y-auto p-4 break-words">
          {children}
        </div>
        {actions === undefined ? undefined : (
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-3">{actions}</footer>
        )}
      </div>
    </dialog>
  )
}
