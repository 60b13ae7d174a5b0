import type { Ticket } from "@trunkline/sdk"
import { useKeysOf } from "../../app/commands.ts"
import type { TicketActions } from "../../tickets/useTicketCommands.ts"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"

interface Props {
  readonly tickets: ReadonlyArray<Ticket>
  readonly actions: TicketActions
  readonly onClear: () => void
}

/** The actions on all selected tickets. */
export default function BulkBar({ tickets, actions, onClear }: Props) {
  const keysOf = useKeysOf()
  return (
    <section
      aria-label="Selected tickets"
      className="flex flex-wrap items-center gap-1 border-t border-line bg-chosen p-2"
    >
      <strong role="status" className="px-1 text-sm">
        {tickets.length} selected
      </strong>
      <Button onClick={actions.resolve} keys={keysOf("resolve")}>
        Resolve
      </Button>
      <Button onClick={actions.assign} keys={keysOf("assign")}>
        Assign
      </Button>
      <Button onClick={actions.setStatus} keys={keysOf("status")}>
        Status
      </Button>
      <Button onClick={actions.setTags} keys={keysOf("tags")}>
        Tags
      </Button>
      <Button onClick={actions.merge} keys={keysOf("merge")}>
        Merge
      </Button>
      <Button onClick={actions.toggleSpam} keys={keysOf("spam")}>
        {tickets.every(({ isSpam }) => isSpam) ? "Not spam" : "Spam"}
      </Button>
      <Button onClick={actions.toggleTrash} keys={keysOf("trash")}>
        {tickets.every(({ deletedAt }) => deletedAt !== undefined) ? "Restore" : "Trash"}
      </Button>
      <span className="flex-1" />
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </section>
  )
}
