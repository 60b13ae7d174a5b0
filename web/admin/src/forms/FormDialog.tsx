import { type ReactNode, useId } from "react"
import { Button } from "../ui/Button.tsx"
import { CopyAsCurl } from "../ui/CopyAsCurl.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { useAct } from "../ui/useAct.ts"
import { isReadable } from "./isReadable.ts"

interface Props {
  readonly title: string
  /** What the button says: the verb. */
  readonly verb: string
  /** Begins with its request, so that it can be copied as a command. */
  readonly submit: () => Promise<unknown>
  readonly onClose: () => void
  /** Told when it is saved; without it, the dialog closes then. */
  readonly onSaved?: () => void
  /** The inputs, with what was wrong the last time. */
  readonly children: (error: unknown) => ReactNode
}

/** A dialog with a form: Enter saves, what the API refuses is shown in place, and nothing closes before it has answered. */
export function FormDialog({ title, verb, submit, onClose, onSaved = onClose, children }: Props) {
  const id = useId()
  const { busy, error, run } = useAct(async () => {
    await submit()
    onSaved()
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <span className="mr-auto">
            <CopyAsCurl act={submit} />
          </span>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && isReadable(event.currentTarget)) void run()
        }}
      >
        {children(error)}
        {error === undefined ? undefined : <ErrorPanel error={error} />}
      </form>
    </Dialog>
  )
}
