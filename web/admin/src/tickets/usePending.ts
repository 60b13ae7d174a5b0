import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { ApiError, type Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { useSession } from "../app/session.ts"
import { staleLists } from "../data/applyEvent.ts"
import { addComment, noteVersion, readComments } from "../data/conversation.ts"
import { inTurn, isAwaited } from "../data/inTurn.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { expectToast, type Toast, toast } from "../ui/toasts.ts"
import { offerUndo, undoSeconds } from "./offerUndo.ts"
import { forgetPending, isWatched, keepPending, type Pending, usePendingOf } from "./pendingMessages.ts"
import type { KnownPlace } from "./place.ts"
import { ticketHref } from "./ticketHref.ts"
import { wroteSince } from "./wroteSince.ts"

/** The most times that a changing ticket is read again before its message is given up. */
const looks = 5

/** The error of a message that was changed after the server had received it. */
const arrived = "The earlier version was already sent. Read it first: “Try again” sends this version as well."

/** The messages that the API has not confirmed, each shown as sending, held back or not sent. */
export const usePending = (ticket: Ticket) => {
  const queryClient = useQueryClient()
  const { member } = useSession()
  const { history } = useRouter()
  const { brandId, id, publicId, ticketNumber } = ticket
  const place: KnownPlace = { brandId, id, publicId, ticketNumber, memberId: member.id }
  const messages = usePendingOf(place)
  const remove = (key: string) => forgetPending(place, key)

  /**
   * Reads the ticket again. The message is held back only if somebody has written since its author looked; other changes do not
   * matter.
   */
  const lookAgain = async (message: Pending): Promise<Pending> => {
    const current = await client.tickets.get(ticket.brandId, ticket.id, { deleted: "include" })
    const comments = await readComments(current)
    // The cache already shows the change that is in progress.
    if (!isAwaited(ticket.id)) queryClient.setQueryData(keys.ticket(ticket.id), current)
    queryClient.setQueryData(keys.comments(ticket.id), comments)
    const heldBy = wroteSince(comments, message.seen, member.id)
    return { ...message, heldBy, seen: { version: current.version, comments: new Set(comments.map(({ id }) => id)) } }
  }

  /** Shows that a message was not sent: on its ticket or, if that is no longer open, in a notice. */
  const stop = (message: Pending) => {
    keepPending(place, message)
    if (isWatched(place)) return
    const { error, heldBy } = message
    const why = error === undefined ? `${heldBy} wrote in the meantime.` : messageOf(error)
    toast({
      text: `Not sent on ${ticket.publicId}: ${why}`,
      tone: "bad",
      action: { label: "Open", run: () => void ticketHref(queryClient, ticket).then((href) => history.push(href)) },
      requestId: requestIdOf(error)
    })
  }

  const send = async ({ error: _, heldBy: __, ...given }: Pending) => {
    const message = { ...given, at: place }
    keepPending(place, message)
    const tell = expectToast()
    await inTurn([`messages ${place.id}`], () => deliver(message)).then(tell)
  }

  /** Sends a message. Returns the notice that lets its author undo that, if it was accepted and can be undone. */
  const deliver = async (message: Pending & { readonly at: KnownPlace }): Promise<Toast | undefined> => {
    try {
      let next: Pending = message
      for (let look = 1; ; look++) {
        const { version } = next.seen
        // Without a version, the author has not read the conversation, so it is read first.
        if (version !== undefined) {
          const comment = await create(ticket, next, version).catch((error: unknown) => {
            if (look < looks && error instanceof ApiError && error.code === "precondition_failed") return undefined
            throw error
          })
          if (comment !== undefined) {
            addComment(queryClient, comment)
            // The comment was added to exactly this version.
            noteVersion(ticket.id, version + 1)
            remove(message.key)
            void queryClient.invalidateQueries({ queryKey: keys.ticket(ticket.id) })
            staleLists(queryClient)
            return comment.sendAt === undefined ? undefined : offerUndo(queryClient, ticket, comment, message)
          }
        }
        next = await lookAgain(next)
        if (next.heldBy !== undefined) return void stop(next)
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "idempotency_key_reused"))
        return void stop({ ...message, error })
      remove(message.key)
      stop({ ...message, key: crypto.randomUUID(), error: new Error(arrived) })
      void queryClient.invalidateQueries({ queryKey: keys.comments(ticket.id) })
    }
  }

  return { messages, send: (message: Pending) => void send(message), remove }
}

const create = (
  { brandId, id }: Ticket,
  { body, cc, files, from, key, setStatus, visibility }: Pending,
  version: number
) =>
  client.comments.create(
    brandId,
    id,
    {
      body,
      visibility,
      ...(cc.length === 0 ? {} : { cc: [...cc] }),
      ...(from === undefined ? {} : { connectionId: from }),
      ...(files.length === 0 ? {} : { attachmentIds: files.map((file) => file.id) }),
      ...(setStatus === undefined ? {} : { setStatus }),
      ...(visibility === "public" ? { sendAfterSeconds: undoSeconds } : {})
    },
    { idempotencyKey: key, ifMatch: `"${version}"` }
  )
