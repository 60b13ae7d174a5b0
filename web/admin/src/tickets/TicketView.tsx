import { useQueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { type ReactNode, Suspense, useCallback, useRef, useState } from "react"
import { keyed, useCommands } from "../app/commands.ts"
import { lazyPart } from "../app/lazyPart.tsx"
import { useSession } from "../app/session.ts"
import { usePaneWidth } from "../app/usePaneWidth.ts"
import { useComments } from "../data/conversation.ts"
import { useTicket } from "../data/tickets.ts"
import { usePresence } from "../data/usePresence.ts"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { isUnanswered } from "../ui/errors.ts"
import { PaneHandle } from "../ui/PaneHandle.tsx"
import { Composer, type ComposerHandle } from "./Composer.tsx"
import { returnDraft } from "./drafts.ts"
import { isWritable } from "./isWritable.ts"
import { NoAnswer } from "./NoAnswer.tsx"
import { UnreadTicket } from "./NoTicket.tsx"
import { PresenceBar } from "./PresenceBar.tsx"
import { Properties } from "./Properties.tsx"
import { PropertiesLine } from "./PropertiesLine.tsx"
import type { Pending } from "./pendingMessages.ts"
import { Quoting, quoteSelected } from "./QuoteButton.tsx"
import { lastOfCustomer } from "./quote.ts"
import { TicketHeader } from "./TicketHeader.tsx"
import { Timeline } from "./Timeline.tsx"
import { usePending } from "./usePending.ts"
import { useTicketCommands } from "./useTicketCommands.ts"

const JsonDialog = lazyPart(() => import("./JsonDialog.tsx"))

interface Props {
  readonly brandId: string
  readonly ticketId: string
  /** Ways to leave the ticket, at the start of its header. */
  readonly before?: ReactNode
  readonly onLeave: () => void
  /** Commands apply to the tickets selected in the list instead. */
  readonly quiet?: boolean
}

/** A ticket: its conversation, properties and composer. */
export function TicketView({ brandId, ticketId, before, onLeave, quiet = false }: Props) {
  const queryClient = useQueryClient()
  const ticket = useTicket(queryClient, brandId, ticketId)
  if (ticket.data === undefined) return <UnreadTicket {...ticket} before={before} />
  return (
    <div className="flex h-full min-h-0 flex-col">
      {ticket.error === null || isUnanswered(ticket.error) ? undefined : (
        <div className="p-4">
          <ErrorPanel error={ticket.error} retry={() => void ticket.refetch()} />
        </div>
      )}
      <Opened key={ticketId} ticket={ticket.data} before={before} onLeave={onLeave} quiet={quiet} />
    </div>
  )
}

interface OpenedProps extends Omit<Props, "brandId" | "ticketId"> {
  readonly ticket: Ticket
}

function Opened({ ticket, before, onLeave, quiet = false }: OpenedProps) {
  const composer = useRef<ComposerHandle>(null)
  const actions = useTicketCommands(quiet ? [] : [ticket])
  const comments = useComments(ticket)
  const pending = usePending(ticket)
  const { member } = useSession()
  const facts = usePaneWidth("facts", 240, 180, 480)
  const [showsJson, setShowsJson] = useState(false)
  const [isReplying, setIsReplying] = useState(false)
  /** Whether the properties are shown when there is no column for them; `undefined` until somebody has opened them there. */
  const [isUnfolded, setIsUnfolded] = useState<boolean>()
  const others = usePresence(ticket, isReplying).filter(({ memberId }) => memberId !== member.id)
  useCommands([
    keyed("reply", () => composer.current?.write("public")),
    keyed("note", () => composer.current?.write("internal")),
    keyed("quote", () => quoteSelected() || quoteLast()),
    keyed("leave", onLeave),
    { id: "json", label: "View as JSON", group: "Ticket", run: () => setShowsJson(true) }
  ])
  const takeBack = (failed: Pending) => {
    pending.remove(failed.key)
    returnDraft({ id: ticket.id, memberId: member.id }, { ...failed, cc: failed.cc.join(", ") })
  }
  const sendAnyway = () => {
    const held = pending.messages.find(({ heldBy }) => heldBy !== undefined)
    if (held !== undefined) pending.send(held)
    return held !== undefined
  }
  const canWrite = isWritable(ticket)
  // Stable, so that messages do not render again.
  const quote = useCallback((text: string, isInternal: boolean) => composer.current?.quote(text, isInternal), [])
  const quoteLast = () => quote(lastOfCustomer(ticket, comments.data), false)
  const properties = <Properties ticket={ticket} actions={actions} quiet={quiet} isUnfolded={isUnfolded === true} />
  return (
    <article
      aria-label={`${ticket.publicId} ${ticket.title}`}
      style={{ ["--facts" as string]: `${facts.value}px` }}
      className="@container flex min-h-0 flex-1 flex-col bg-card"
    >
      <TicketHeader ticket={ticket} actions={actions} others={others} before={before} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @3xl:flex-row @3xl:overflow-hidden print:overflow-visible">
        <PropertiesLine ticket={ticket} isUnfolded={isUnfolded === true} onUnfold={setIsUnfolded} />
        {/* Once opened, the properties come before the conversation in tab order too. Folding them loses nothing that is
            typed. */}
        {isUnfolded === undefined ? undefined : properties}
        <div className="flex min-w-0 flex-1 flex-col @3xl:min-h-0">
          <Quoting value={canWrite ? quote : undefined}>
            <Timeline
              ticket={ticket}
              comments={comments}
              pending={pending.messages}
              onRetry={pending.send}
              onTakeBack={takeBack}
            />
          </Quoting>
          {canWrite ? (
            <>
              <PresenceBar others={others} />
              <Composer
                ref={composer}
                ticket={ticket}
                comments={comments.data}
                onSend={pending.send}
                onSendAnyway={sendAnyway}
                onQuote={quoteLast}
                onReplying={setIsReplying}
                onLeave={onLeave}
              />
            </>
          ) : (
            <NoAnswer ticket={ticket} />
          )}
        </div>
        <PaneHandle label="Width of the properties" width={facts} pane="right" className="@max-3xl:hidden" />
        {isUnfolded === undefined ? properties : undefined}
      </div>
      <Suspense>
        {showsJson ? (
          <JsonDialog ticket={ticket} onClose={() => setShowsJson(false)} onFailed={() => setShowsJson(false)} />
        ) : undefined}
      </Suspense>
    </article>
  )
}
