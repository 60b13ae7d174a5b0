import { useQueryClient } from "@tanstack/react-query"
import type { Presence, Ticket } from "@trunkline/sdk"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { client } from "../app/client.ts"
import { useKeysOf } from "../app/commands.ts"
import { runOne } from "../app/Overlays.tsx"
import { patchTickets } from "../data/tickets.ts"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { toast } from "../ui/toasts.ts"
import { Onlookers } from "./Onlookers.tsx"
import type { TicketActions } from "./useTicketCommands.ts"

interface Props {
  readonly ticket: Ticket
  readonly actions: TicketActions
  /** Who else is there. */
  readonly others: ReadonlyArray<Presence>
  readonly before?: ReactNode
}

const rare = ["tags", "category", "merge", "spam", "trash", "copy link", "copy curl", "close", "priority"]

/** What a ticket is called, and what is done to it most. */
export function TicketHeader({ ticket, actions, others, before }: Props) {
  const keysOf = useKeysOf()
  const isDone = ticket.statusCategory === "resolved" || ticket.statusCategory === "closed"
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
        <Title key={ticket.id} ticket={ticket} />
      </div>
      {ticket.deletedAt !== undefined ? (
        <Button onClick={actions.toggleTrash}>Restore</Button>
      ) : ticket.isSpam ? (
        <Button onClick={actions.toggleSpam}>Not spam</Button>
      ) : isDone ? (
        <Button onClick={actions.reopen}>Open again</Button>
      ) : (
        <Button onClick={actions.resolve} keys={keysOf("resolve")}>
          Resolve
        </Button>
      )}
      <IconButton icon="more" label="More" onClick={() => void runOne(ticket.publicId, rare)} />
    </header>
  )
}

/** The title, changed where it stands: Enter keeps it, Escape takes it back. */
function Title({ ticket }: { readonly ticket: Ticket }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = draft !== undefined
  useEffect(() => {
    if (isOpen) input.current?.select()
  }, [isOpen])

  const save = async () => {
    const title = draft?.trim() ?? ""
    setDraft(undefined)
    if (title === "" || title === ticket.title) return
    const takeBack = patchTickets(queryClient, new Set([ticket.id]), (one) => ({ ...one, title }))
    try {
      await client.tickets.update(ticket.brandId, ticket.id, { title })
    } catch (error) {
      takeBack()
      toast({ text: `Not saved: ${messageOf(error)}`, tone: "bad", requestId: requestIdOf(error) })
    }
  }

  return (
    <h1 className="text-lg leading-6 font-semibold">
      {isOpen ? (
        <input
          ref={input}
          aria-label="Title"
          maxLength={500}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === "Enter") void save()
            if (event.key === "Escape") setDraft(undefined)
            if (event.key === "Enter" || event.key === "Escape") setTimeout(() => button.current?.focus())
          }}
          className="-mx-1 w-full rounded border border-edge bg-card px-1"
        />
      ) : (
        <button
          ref={button}
          type="button"
          title="Change the title"
          onClick={() => setDraft(ticket.title)}
          className="-mx-1 max-w-full cursor-text rounded px-1 text-left break-words hover:bg-hover"
        >
          {ticket.title}
        </button>
      )}
    </h1>
  )
}
