import type { ReactNode } from "react"
import { Button } from "../ui/Button.tsx"
import { CodeBlock } from "../ui/CodeBlock.tsx"
import { Dialog } from "../ui/Dialog.tsx"

interface Props {
  readonly title: string
  /** What it is for. */
  readonly lead?: string
  readonly secret: string
  /** What it is called for screen readers. */
  readonly label?: string
  readonly onClose: () => void
  /** How it is used. */
  readonly children?: ReactNode
}

/** A secret that is shown this once. */
export function SecretDialog({ title, lead = "", secret, label = "Secret", onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{lead} This is the only time that it is shown.</p>
        <CodeBlock text={secret} label={label} />
        {children}
      </div>
    </Dialog>
  )
}
