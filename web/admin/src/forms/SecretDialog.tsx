import type { ReactNode } from "react"
import { Button } from "../ui/Button.tsx"
import { CodeBlock } from "../ui/CodeBlock.tsx"
import { Dialog } from "../ui/Dialog.tsx"

interface Props {
  readonly title: string
  /** What the secret is for. */
  readonly lead?: string
  readonly secret: string
  /** The secret's name for screen readers. */
  readonly label?: string
  readonly onClose: () => void
  /** How the secret is used. */
  readonly children?: ReactNode
}

/** Shows a secret, which can be seen only this once. */
export function SecretDialog({ title, lead = "", secret, label = "Secret", onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have saved it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{lead} It is shown only once.</p>
        <CodeBlock text={secret} label={label} />
        {children}
      </div>
    </Dialog>
  )
}
