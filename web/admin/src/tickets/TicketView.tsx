import { useQueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { type ReactNode, useRef } from "react"
import { useCommands } from "../app/commands.ts"
import { useComments } from "../data/conversation.ts"
import { useTicket } from "../data/tickets.ts"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { Composer, type ComposerHandle } from "./Composer.tsx"
import { NoAnswer } from "./NoAnswer.tsx"
import { Properties } from "./Properties.tsx"
import { TicketHeader } from "./TicketHeader.tsx"
import { Timeline } from "./Timeline.tsx"
import type { Pending } from "./usePending.ts"
import { usePending } from "./usePending.ts"
import { useTicketCommands } from "./useTicketCommands.ts"

interface Props {
  readonly brandId: string
  readonly ticketId: string
  /** Ways out of the ticket, at the start of its header. */
  readonly before?: ReactNode
  readonly onLeave: () => void
  /** Commands go to other tickets: those that are selected in the list. */
  readonly quiet?: boolean
}

/** A ticket: what was said, what it is, and the place to answer. */
export function TicketView({ brandId, ticketId, before, onLeave, quiet = false }: Props) {
  const queryClient = useQueryClient()
  const ticket = useTicket(queryClient, brandId, ticketId)
  if (ticket.data === undefined)
    return ticket.error === null ? (
      <Skeleton lines={9} />
    ) : (
      <div className="p-4">
        <ErrorPanel error={ticket.error} retry={() => void ticket.refetch()} />
      </div>
    )
  return <Opened key={ticketId} ticket={ticket.data} before={before} onLeave={onLeave} quiet={quiet} />
}

interface OpenedProps extends Omit<Props, "brandId" | "ticketId"> {
  readonly ticket: Ticket
}

function Opened({ ticket, before, onLeave, quiet }: OpenedProps) {
  const composer = useRef<ComposerHandle>(null)
  const actions = useTicketCommands(quiet === true ? [] : [ticket])
  const comments = useComments(ticket)
  const pending = usePending(ticket)
  useCommands([
    { id: "reply", label: "Reply", group: "Ticket", keys: "r", run: () => composer.current?.write("public") },
    {
      id: "note",
      label: "Write an internal note",
      group: "Ticket",
      keys: "n",
      run: () => composer.current?.write("internal")
    },
    { id: "leave", label: "Back to the list", group: "Ticket", keys: "u", run: onLeave }
  ])
  const takeBack = (failed: Pending) => {
    pending.remove(failed.key)
    composer.current?.restore(failed)
  }
  return (
    <article
      aria-label={`${ticket.publicId} ${ticket.title}`}
      className="@container flex h-full min-h-0 flex-col bg-card"
    >
      <TicketHeader ticket={ticket} actions={actions} before={before} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @3xl:flex-row @3xl:overflow-hidden">
        <div className="flex min-w-0 flex-1 flex-col @3xl:min-h-0">
          <Timeline
            ticket={ticket}
            comments={comments}
            pending={pending.messages}
            onRetry={pending.send}
            onTakeBack={takeBack}
          />
          {ticket.deletedAt === undefined && ticket.mergedIntoId === undefined ? (
            <Composer
              ref={composer}
              ticket={ticket}
              comments={comments.data ?? []}
              onSend={pending.send}
              onLeave={onLeave}
            />
          ) : (
            <NoAnswer ticket={ticket} />
          )}
        </div>
        <Properties ticket={ticket} actions={actions} />
      </div>
    </article>
  )
}
