import type { Ticket } from "@trunkline/sdk"
import { CodeBlock } from "../ui/CodeBlock.tsx"
import { Dialog } from "../ui/Dialog.tsx"

interface Props {
  readonly ticket: Ticket
  readonly onClose: () => void
}

/** A ticket as JSON, as the API returns it. */
export default function JsonDialog({ ticket, onClose }: Props) {
  return (
    <Dialog title={`${ticket.publicId} as JSON`} size="large" onClose={onClose}>
      <CodeBlock label={`${ticket.publicId} as JSON`} text={JSON.stringify(ticket, undefined, 2)} />
    </Dialog>
  )
}
