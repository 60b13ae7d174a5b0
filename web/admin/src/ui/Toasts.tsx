import { createPortal } from "react-dom"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { IconButton } from "./IconButton.tsx"
import { closeToast, type ShownToast, useToasts } from "./toasts.ts"
import { useTopDialog } from "./topDialog.ts"

/**
 * The notices about what has just happened, which are also announced. Errors stay until closed, above the page and covering
 * none of it; the others float over it. While a dialog is open, all are inside it, since everything outside is dimmed and
 * inert.
 */
export function Toasts() {
  const shown = useToasts()
  const dialog = useTopDialog()
  const stays = ({ tone }: ShownToast) => dialog === undefined && tone === "bad"
  const notices = (
    <section aria-live="polite" aria-label="Notifications" className="order-first print:hidden">
      {shown.filter(stays).map((notice) => (
        <div
          key={notice.id}
          className="flex items-center justify-center gap-2 border-b border-bad bg-bad-tint px-3 py-0.5 text-bad"
        >
          <Notice {...notice} />
        </div>
      ))}
      <div className="pointer-events-none fixed inset-x-0 top-2 z-50 flex flex-col items-center gap-2 px-3">
        {shown
          .filter((notice) => !stays(notice))
          .map((notice) => (
            <div
              key={notice.id}
              className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-md border py-1 pr-1 pl-3 shadow-lg ${notice.tone === "bad" ? "border-bad bg-bad-tint text-bad" : "border-line bg-raised"}`}
            >
              <Notice {...notice} />
            </div>
          ))}
      </div>
    </section>
  )
  return dialog === undefined ? notices : createPortal(notices, dialog)
}

/** The text of a notice, and its actions. */
function Notice({ action, id, requestId, text }: ShownToast) {
  return (
    <>
      <p className="min-w-0 wrap-anywhere">{text}</p>
      {requestId === undefined ? undefined : <CopyButton text={requestId} label={`Copy request id ${requestId}`} />}
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
      <IconButton icon="close" label="Dismiss" onClick={() => closeToast(id)} />
    </>
  )
}
