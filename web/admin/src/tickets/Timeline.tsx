import type { UseQueryResult } from "@tanstack/react-query"
import type { Comment, Ticket } from "@trunkline/sdk"
import { memo, useMemo, useState } from "react"
import { useFiles, useHistory } from "../data/conversation.ts"
import { Button } from "../ui/Button.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { askAct, type CommentAct, CommentActs, useMayChange } from "./CommentActs.tsx"
import { customerCalled } from "./customerCalled.ts"
import { HistoryEntry } from "./HistoryEntry.tsx"
import { Message, type Said } from "./Message.tsx"
import { mailFacts } from "./mailFacts.ts"
import { PendingMessage } from "./PendingMessage.tsx"
import type { Pending } from "./pendingMessages.ts"
import type { KeptTicket } from "./place.ts"
import { SuggestedCustomer } from "./SuggestedCustomer.tsx"
import { useEarlier } from "./useEarlier.ts"
import { useNewest } from "./useNewest.ts"

interface Props {
  readonly ticket: Ticket
  readonly comments: UseQueryResult<Array<Comment>>
  readonly pending: ReadonlyArray<Pending>
  readonly onRetry: (message: Pending) => void
  readonly onTakeBack: (message: Pending) => void
}

/** The messages, oldest first, with the history between them on request. */
export function Timeline({ ticket, comments, pending, onRetry, onTakeBack }: Props) {
  const [withHistory, setWithHistory] = useState(false)
  const [asked, setAsked] = useState<CommentAct>()
  const mayChange = useMayChange(ticket)
  const history = useHistory(ticket.brandId, ticket.id, withHistory)
  const files = useFiles(ticket)
  const newest = useNewest(comments.data?.length, pending.length)

  const earlier = useEarlier(comments.data)

  const { brandId, createdAt, createdBy, customerId, deletedAt, id, source, sourceData } = ticket
  // Stable until one of them changes, so that only changed messages of a ticket render again.
  const ids = useMemo(
    () => ({ brandId, id, ...(deletedAt === undefined ? {} : { deletedAt }) }),
    [brandId, id, deletedAt]
  )
  const customer = customerCalled(ticket)
  const body = ticket.body ?? ""
  const first = useMemo(
    (): Said => ({
      ...{ id, body, source, createdAt },
      isInternal: false,
      isCustomer: createdBy === undefined,
      author: createdBy ?? customer,
      mail: mailFacts(source, sourceData),
      attachments: files.data?.filter(({ commentId }) => commentId === undefined) ?? []
    }),
    [id, body, source, sourceData, createdAt, createdBy, customer, files.data]
  )
  const shown = comments.data?.slice(earlier.from) ?? []
  const since = earlier.from === 0 ? "" : (shown[0]?.createdAt ?? "")
  const entries = [
    ...shown.map((comment, index) => ({
      at: comment.createdAt,
      node: (
        <Commented
          key={comment.id}
          ids={ids}
          customer={comment.authorId === undefined || comment.authorId === customerId ? customer : "Another customer"}
          comment={comment}
          onAct={mayChange(comment) ? setAsked : undefined}
          isNew={earlier.from + index >= earlier.read}
        />
      )
    })),
    ...(withHistory ? (history.data ?? []) : [])
      .filter(
        (entry) => (entry.entityType !== "comment" || entry.event === "comment.deleted") && entry.createdAt >= since
      )
      .map((entry) => ({ at: entry.createdAt, node: <HistoryEntry key={entry.id} entry={entry} /> }))
  ].sort((a, b) => a.at.localeCompare(b.at))

  return (
    <div className="min-h-0 flex-1 @3xl:overflow-y-auto print:overflow-visible">
      <div className="mx-auto flex max-w-3xl flex-col gap-3 p-3 md:p-4">
        <div className="flex justify-end">
          <Button kind="quiet" aria-pressed={withHistory} onClick={() => setWithHistory(!withHistory)}>
            {withHistory ? "Hide history" : "Show history"}
          </Button>
        </div>
        {withHistory && history.isLoading ? <Skeleton lines={2} /> : undefined}
        {history.error === null ? undefined : <ErrorPanel error={history.error} retry={() => void history.refetch()} />}
        <ol
          tabIndex={-1}
          aria-label="Conversation"
          aria-live="polite"
          aria-relevant="additions"
          className="flex flex-col gap-3"
        >
          <Message ticket={ids} said={first} />
          <SuggestedCustomer ticket={ticket} />
          {files.error === null || deletedAt !== undefined ? undefined : (
            <li>
              <p className="mb-1 text-sm">The files of this message could not be loaded:</p>
              <ErrorPanel error={files.error} retry={() => void files.refetch()} />
            </li>
          )}
          {earlier.from === 0 ? undefined : (
            <li className="flex justify-center">
              <Button onClick={earlier.more}>Show earlier messages ({earlier.from.toLocaleString()})</Button>
              <span className="hidden print:inline">Earlier messages: {earlier.from.toLocaleString()}</span>
            </li>
          )}
          {entries.map(({ node }) => node)}
          {pending.map((message) => (
            <PendingMessage key={message.key} message={message} onRetry={onRetry} onTakeBack={onTakeBack} />
          ))}
        </ol>
        {comments.isLoading ? <Skeleton lines={3} /> : undefined}
        {comments.error === null || deletedAt !== undefined ? undefined : (
          <ErrorPanel error={comments.error} retry={() => void comments.refetch()} />
        )}
        <CommentActs ticket={ticket} comments={comments.data ?? []} asked={asked} onAsk={setAsked} />
        <div ref={newest.end} />
        {newest.isUnseen ? (
          // Takes no space, so that nothing that somebody is about to click moves when it goes.
          <div className="pointer-events-none sticky bottom-2 -mt-3 flex h-0 items-end justify-center">
            <Button className="pointer-events-auto shadow-lg" onClick={newest.goToEnd}>
              <Icon name="down" />
              New below
            </Button>
          </div>
        ) : undefined}
      </div>
    </div>
  )
}

interface CommentedProps {
  readonly ids: KeptTicket
  /** What to call an author who is a customer without a name. */
  readonly customer: string
  readonly comment: Comment
  readonly isNew: boolean
  /** Told which action to take on it, if it may be changed. */
  readonly onAct: ((asked: CommentAct) => void) | undefined
}

const Commented = memo(({ ids, customer, comment, isNew, onAct }: CommentedProps) => {
  const ask = async () => {
    const asked = await askAct(comment)
    if (asked !== undefined) onAct?.(asked)
  }
  return (
    <Message
      ticket={ids}
      said={saidOf(comment, customer)}
      isNew={isNew}
      onMore={onAct === undefined ? undefined : () => void ask()}
    />
  )
})

const saidOf = (comment: Comment, customer: string): Said => ({
  id: comment.id,
  body: comment.body,
  isInternal: comment.isInternal,
  isCustomer: comment.authorType === "CUSTOMER",
  author: comment.authorName ?? (comment.authorType === "CUSTOMER" ? customer : "Team"),
  source: comment.source,
  createdAt: comment.createdAt,
  editedAt: comment.editedAt,
  cc: comment.cc,
  mail: mailFacts(comment.source, comment.sourceData),
  attachments: comment.attachments,
  deliveries: comment.deliveries
})
