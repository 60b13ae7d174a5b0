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

/** Readings of a ticket that goes on changing, after which a message is not sent. */
const looks = 5

/** Said of a message that was changed though the server already had it. */
const arrived = "It was sent before you changed it, as it was. Read it: “Try again” sends this as well."

/** Messages between "send" and the API's yes. They are shown as what they are: sending, held back, or not sent. */
export const usePending = (ticket: Ticket) => {
  const queryClient = useQueryClient()
  const { member } = useSession()
  const { history } = useRouter()
  const { brandId, id, publicId, ticketNumber } = ticket
  const place: KnownPlace = { brandId, id, publicId, ticketNumber, memberId: member.id }
  const messages = usePendingOf(place)
  const remove = (key: string) => forgetPending(place, key)

  /** What has been written since the author looked: a message past it waits, all else is no reason to. */
  const lookAgain = async (message: Pending): Promise<Pending> => {
    const current = await client.tickets.get(ticket.brandId, ticket.id, { deleted: "include" })
    const comments = await readComments(current)
    // What is being done to it is shown already.
    if (!isAwaited(ticket.id)) queryClient.setQueryData(keys.ticket(ticket.id), current)
    queryClient.setQueryData(keys.comments(ticket.id), comments)
    const heldBy = wroteSince(comments, message.seen, member.id)
    return { ...message, heldBy, seen: { version: current.version, comments: new Set(comments.map(({ id }) => id)) } }
  }

  /** Shows that a message was not sent: on its ticket, and by a notice to whoever has gone on to another one. */
  const stop = (message: Pending) => {
    keepPending(place, message)
    if (isWatched(place)) return
    const { error, heldBy } = message
    const why = error === undefined ? `${heldBy} wrote meanwhile.` : messageOf(error)
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

  /** Brings a message to the API; what is to be said of it, if it was taken and may be taken back. */
  const deliver = async (message: Pending & { readonly at: KnownPlace }): Promise<Toast | undefined> => {
    try {
      let next: Pending = message
      for (let look = 1; ; look++) {
        const { version } = next.seen
        // A message whose author had not read what was said yet is sent past nobody either.
        if (version !== undefined) {
          const comment = await create(ticket, next, version).catch((error: unknown) => {
            if (look < looks && error instanceof ApiError && error.code === "precondition_failed") return undefined
            throw error
          })
          if (comment !== undefined) {
            addComment(queryClient, comment)
            // It was added to this version, and nothing else was.
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
