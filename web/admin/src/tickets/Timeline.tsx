import type { UseQueryResult } from "@tanstack/react-query"
import type { Comment, Ticket } from "@trunkline/sdk"
import { useState } from "react"
import { useFiles, useHistory } from "../data/conversation.ts"
import { Button } from "../ui/Button.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { HistoryEntry } from "./HistoryEntry.tsx"
import { Message, type Said } from "./Message.tsx"
import { PendingMessage } from "./PendingMessage.tsx"
import type { Pending } from "./pendingMessages.ts"
import { useNewest } from "./useNewest.ts"

interface Props {
  readonly ticket: Ticket
  readonly comments: UseQueryResult<Array<Comment>>
  readonly pending: ReadonlyArray<Pending>
  readonly onRetry: (message: Pending) => void
  readonly onTakeBack: (message: Pending) => void
}

/** What was said, oldest first, and between it, if somebody wants to see it, what happened. */
export function Timeline({ ticket, comments, pending, onRetry, onTakeBack }: Props) {
  const [withHistory, setWithHistory] = useState(false)
  const history = useHistory(ticket.brandId, ticket.id, withHistory)
  const files = useFiles(ticket)
  const newest = useNewest(comments.data?.length, pending.length)

  const first: Said = {
    id: ticket.id,
    body: ticket.body ?? "",
    isInternal: false,
    isCustomer: ticket.createdBy === undefined,
    author: ticket.createdBy ?? ticket.customerName ?? ticket.customerEmail,
    source: ticket.source,
    createdAt: ticket.createdAt,
    attachments: files.data?.filter(({ commentId }) => commentId === undefined) ?? []
  }
  const entries = [
    ...(comments.data ?? []).map((comment) => ({
      at: comment.createdAt,
      node: <Message key={comment.id} ticket={ticket} said={saidOf(comment, ticket)} />
    })),
    ...(withHistory ? (history.data ?? []) : [])
      .filter(({ entityType }) => entityType !== "comment")
      .map((entry) => ({ at: entry.createdAt, node: <HistoryEntry key={entry.id} entry={entry} /> }))
  ].sort((a, b) => a.at.localeCompare(b.at))

  return (
    <div className="min-h-0 flex-1 @3xl:overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-3 p-3 md:p-4">
        <div className="flex justify-end">
          <Button kind="quiet" aria-pressed={withHistory} onClick={() => setWithHistory(!withHistory)}>
            {withHistory ? "Hide the history" : "Show the history"}
          </Button>
        </div>
        {withHistory && history.isLoading ? <Skeleton lines={2} /> : undefined}
        {history.error === null ? undefined : <ErrorPanel error={history.error} retry={() => void history.refetch()} />}
        <ol aria-label="Conversation" aria-live="polite" aria-relevant="additions" className="flex flex-col gap-3">
          <Message ticket={ticket} said={first} />
          {files.error === null || ticket.deletedAt !== undefined ? undefined : (
            <li>
              <p className="mb-1 text-sm">The files of this message could not be read:</p>
              <ErrorPanel error={files.error} retry={() => void files.refetch()} />
            </li>
          )}
          {entries.map(({ node }) => node)}
          {pending.map((message) => (
            <PendingMessage key={message.key} message={message} onRetry={onRetry} onTakeBack={onTakeBack} />
          ))}
        </ol>
        {comments.isLoading ? <Skeleton lines={3} /> : undefined}
        {comments.error === null || ticket.deletedAt !== undefined ? undefined : (
          <ErrorPanel error={comments.error} retry={() => void comments.refetch()} />
        )}
        <div ref={newest.end} />
        {newest.isUnseen ? (
          <div className="pointer-events-none sticky bottom-2 flex justify-center">
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

const saidOf = (comment: Comment, ticket: Ticket): Said => ({
  id: comment.id,
  body: comment.body,
  isInternal: comment.isInternal,
  isCustomer: comment.authorType === "CUSTOMER",
  author:
    comment.authorName ?? (comment.authorType === "CUSTOMER" ? (ticket.customerName ?? ticket.customerEmail) : "Team"),
  source: comment.source,
  createdAt: comment.createdAt,
  editedAt: comment.editedAt,
  cc: comment.cc,
  attachments: comment.attachments,
  deliveries: comment.deliveries
})
