import type { Presence, Ticket } from "@trunkline/sdk"
import type { ReactNode } from "react"
import { useKeysOf } from "../app/commands.ts"
import { runOne } from "../app/Overlays.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { isDone } from "./due.ts"
import { Onlookers } from "./Onlookers.tsx"
import { TicketTitle } from "./TicketTitle.tsx"
import type { TicketActions } from "./useTicketCommands.ts"

interface Props {
  readonly ticket: Ticket
  readonly actions: TicketActions
  /** The other people at the ticket. */
  readonly others: ReadonlyArray<Presence>
  readonly before?: ReactNode
}

const rare = ["tags", "category", "merge", "spam", "trash", "copy link", "copy curl", "json", "close", "priority"]

/** A ticket's title, and its most frequent actions. */
export function TicketHeader({ ticket, actions, others, before }: Props) {
  const keysOf = useKeysOf()
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      {before}
      <div className="min-w-40 flex-1">
        <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
          <span>{ticket.publicId}</span>
          <Onlookers others={others} />
          {ticket.isSpam ? <Badge tone="bad">Spam</Badge> : undefined}
          {ticket.deletedAt === undefined ? undefined : <Badge tone="bad">In the trash</Badge>}
          {ticket.mergedIntoId === undefined ? undefined : <Badge tone="warn">Merged into another ticket</Badge>}
        </div>
        <TicketTitle key={ticket.id} ticket={ticket} />
      </div>
      {ticket.deletedAt !== undefined ? (
        <Button onClick={actions.toggleTrash}>Restore</Button>
      ) : ticket.isSpam ? (
        <Button onClick={actions.toggleSpam}>Not spam</Button>
      ) : isDone(ticket) ? (
        <Button onClick={actions.reopen}>Reopen</Button>
      ) : (
        <Button onClick={actions.resolve} keys={keysOf("resolve")}>
          Resolve
        </Button>
      )}
      <IconButton icon="more" label="More" onClick={() => void runOne(ticket.publicId, rare)} />
    </header>
  )
}
