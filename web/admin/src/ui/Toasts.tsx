import { createPortal } from "react-dom"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { IconButton } from "./IconButton.tsx"
import { closeToast, useToasts } from "./toasts.ts"
import { useTopDialog } from "./topDialog.ts"

/**
 * Where words about what has just happened are shown and read out: within the dialog that is open, since what is outside of
 * it is dimmed and out of reach.
 */
export function Toasts() {
  const shown = useToasts()
  const dialog = useTopDialog()
  const notices = (
    <section
      aria-live="polite"
      aria-label="Notices"
      className="pointer-events-none fixed inset-x-0 top-2 z-50 flex flex-col items-center gap-2 px-3 print:hidden"
    >
      {shown.map(({ id, text, tone, action, requestId }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-md border py-1 pr-1 pl-3 shadow-lg ${tone === "bad" ? "border-bad bg-bad-tint text-bad" : "border-line bg-raised"}`}
        >
          <p className="min-w-0 wrap-anywhere">{text}</p>
          {requestId === undefined ? undefined : (
            <CopyButton text={requestId} label={`Copy the request id ${requestId}`} />
          )}
          {action === undefined ? undefined : (
            <Button
              onClick={() => {
                closeToast(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="close" label="Close the notice" onClick={() => closeToast(id)} />
        </div>
      ))}
    </section>
  )
  return dialog === undefined ? notices : createPortal(notices, dialog)
}
