import { useQueryClient } from "@tanstack/react-query"
import { ApiError, type Attachment, type Comment, type Ticket } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useSession } from "../app/session.ts"
import { staleLists } from "../data/applyEvent.ts"
import { addComment, noteVersion, readComments } from "../data/conversation.ts"
import { offerUndo, undoSeconds } from "./offerUndo.ts"
import { type Seen, wroteSince } from "./wroteSince.ts"

/** Readings of a ticket that goes on changing, after which a message is not sent. */
const looks = 5

/** A message that is written, and not known to be taken yet. */
export interface Pending {
  /** Also the Idempotency-Key: however often it is sent, it arrives once. */
  readonly key: string
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: ReadonlyArray<string>
  readonly files: ReadonlyArray<Attachment>
  readonly setStatus?: string | undefined
  /** What its author had read. */
  readonly seen: Seen | undefined
  /** Who wrote meanwhile: it waits for its author's word. */
  readonly heldBy?: string | undefined
  /** Why it was not taken; while it is undefined, it is on its way. */
  readonly error?: unknown
}

/** Messages between "send" and the API's yes. They are shown as what they are: sending, held back, or not sent. */
export const usePending = (ticket: Ticket) => {
  const queryClient = useQueryClient()
  const { member } = useSession()
  const [messages, setMessages] = useState<ReadonlyArray<Pending>>([])
  const remove = (key: string) => setMessages((all) => all.filter((one) => one.key !== key))
  const show = (message: Pending) => setMessages((all) => [...all.filter(({ key }) => key !== message.key), message])

  /** What has been written since the author looked: a message past it waits, all else is no reason to. */
  const lookAgain = async (message: Pending): Promise<Pending> => {
    const current = await client.tickets.get(ticket.brandId, ticket.id, { deleted: "include" })
    const comments = await readComments(current)
    queryClient.setQueryData(keys.ticket(ticket.id), current)
    queryClient.setQueryData(keys.comments(ticket.id), comments)
    const heldBy = message.seen && wroteSince(comments, message.seen, member.id)
    return { ...message, heldBy, seen: { version: current.version, comments: new Set(comments.map(({ id }) => id)) } }
  }

  const send = async ({ error: _, heldBy: __, ...message }: Pending) => {
    show(message)
    try {
      let next: Pending = message
      for (let look = 1; ; look++) {
        const comment = await create(ticket, next).catch((error: unknown) => {
          if (look < looks && error instanceof ApiError && error.code === "precondition_failed") return undefined
          throw error
        })
        if (comment !== undefined) {
          addComment(queryClient, comment)
          // It was added to this version, and nothing else was.
          if (next.seen?.version !== undefined) noteVersion(ticket.id, next.seen.version + 1)
          remove(message.key)
          void queryClient.invalidateQueries({ queryKey: keys.ticket(ticket.id) })
          staleLists(queryClient)
          if (comment.sendAt !== undefined) offerUndo(queryClient, ticket, comment, message)
          return
        }
        next = await lookAgain(next)
        if (next.heldBy !== undefined) return show(next)
      }
    } catch (error) {
      show({ ...message, error })
    }
  }

  return { messages, send: (message: Pending) => void send(message), remove }
}

const create = ({ brandId, id }: Ticket, { body, cc, files, key, seen, setStatus, visibility }: Pending) =>
  client.comments.create(
    brandId,
    id,
    {
      body,
      visibility,
      ...(cc.length === 0 ? {} : { cc: [...cc] }),
      ...(files.length === 0 ? {} : { attachmentIds: files.map((file) => file.id) }),
      ...(setStatus === undefined ? {} : { setStatus }),
      ...(visibility === "public" ? { sendAfterSeconds: undoSeconds } : {})
    },
    { idempotencyKey: key, ...(seen?.version === undefined ? {} : { ifMatch: `"${seen.version}"` }) }
  )
