import { type ReactNode, useId, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { CopyAsCurl } from "../ui/CopyAsCurl.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { useAct } from "../ui/useAct.ts"
import { isReadable } from "./isReadable.ts"

interface Props {
  readonly title: string
  /** The button's label, a verb. */
  readonly verb: string
  /** Must begin with its request, so that it can be copied as a curl command. */
  readonly submit: () => Promise<unknown>
  readonly onClose: () => void
  /** Called when it is saved, in place of `onClose`. */
  readonly onSaved?: () => void
  /** The inputs, given the error of the last attempt. */
  readonly children: (error: unknown) => ReactNode
}

/**
 * A dialog with a form. Enter saves, the API's objections are shown in place, and the dialog stays open until the API has
 * answered. A single Escape does not discard what is typed.
 */
export function FormDialog({ title, verb, submit, onClose, onSaved = onClose, children }: Props) {
  const id = useId()
  const [isTyped, setIsTyped] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const { busy, error, run } = useAct(async () => {
    await submit()
    onSaved()
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onEscape={() => (isTyped && !isAsked ? setIsAsked(true) : onClose())}
      busy={busy}
      actions={
        <>
          {/* Visible however long the form is. */}
          {isAsked ? (
            <p role="alert" className="basis-full rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
              You have unsaved changes. Press Escape again to discard them.
            </p>
          ) : undefined}
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
        onInput={() => {
          setIsTyped(true)
          setIsAsked(false)
        }}
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
