import { type ReactNode, useState } from "react"
import { Button } from "./Button.tsx"
import { CopyAsCurl } from "./CopyAsCurl.tsx"
import { Dialog } from "./Dialog.tsx"
import { ErrorPanel } from "./ErrorPanel.tsx"
import { Field, TextInput } from "./Field.tsx"
import { useAct } from "./useAct.ts"

interface Props {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode
  /** The button's label, a verb. */
  readonly verb: string
  /** A word that must be typed first, if it cannot be undone. */
  readonly typed?: string
  /** Must begin with its request, so that it can be copied as a curl command. */
  readonly act: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation before an act that somebody may regret. */
export function ConfirmDialog({ title, children, verb, typed, act, onClose }: Props) {
  const [text, setText] = useState("")
  const { busy, error, run } = useAct(async () => {
    await act()
    onClose()
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <span className="mr-auto">
            <CopyAsCurl act={act} />
          </span>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" busy={busy} disabled={typed !== undefined && text !== typed} onClick={() => void run()}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div>{children}</div>
        {typed === undefined ? undefined : (
          <Field label={`Type ${typed} to confirm`}>
            <TextInput value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" />
          </Field>
        )}
        {error === undefined ? undefined : <ErrorPanel error={error} />}
      </div>
    </Dialog>
  )
}
