import type { QueryClient } from "@tanstack/react-query"
import { ApiError, type Comment, type Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { type Toast, toast, toastSeconds } from "../ui/toasts.ts"
import { returnDraft } from "./drafts.ts"
import type { Pending } from "./pendingMessages.ts"
import type { Place } from "./place.ts"

/**
 * Seconds for which a reply is held back so that it can be undone: as long as its notice is shown, plus the time for the click
 * to reach the server.
 */
export const undoSeconds = toastSeconds + 1

/** The notice that a reply was sent, with a button to undo that: the reply becomes a draft again. */
export const offerUndo = (
  queryClient: QueryClient,
  { brandId, customerName = "the customer", id }: Ticket,
  comment: Comment,
  sent: Pending & { readonly at: Place }
): Toast => {
  const undo = async () => {
    try {
      await client.comments.delete(brandId, id, comment.id, { unsent: true })
    } catch (error) {
      const isLate = error instanceof ApiError && error.code === "invalid_state"
      return toast({
        text: isLate ? "It has already been sent" : `Not undone: ${messageOf(error)}`,
        tone: "bad",
        requestId: requestIdOf(error)
      })
    }
    const { at, body, cc, files, from, visibility } = sent
    returnDraft(at, { body, visibility, cc: cc.join(", "), from, files })
    queryClient.setQueryData<Array<Comment>>(keys.comments(id), (comments) =>
      comments?.filter((one) => one.id !== comment.id)
    )
    for (const queryKey of [keys.ticket(id), keys.files(id)]) void queryClient.invalidateQueries({ queryKey })
    staleLists(queryClient)
    toast({ text: "Undone. It is a draft again." })
  }
  return { text: whereTo(comment, customerName), action: { label: `Undo (${toastSeconds} s)`, run: () => void undo() } }
}

/** Says where a reply goes, if anywhere: to an address or, where addresses are a provider's ids, to a person. */
const whereTo = ({ deliveries = [] }: Comment, customerName: string): string => {
  const [delivery] = deliveries
  if (delivery === undefined) return "Replied, in the portal only"
  if (delivery.status === "suppressed") return `Replied, but not sent: ${delivery.error ?? "suppressed"}`
  return `Sent to ${delivery.channel === "email" ? delivery.to : customerName}`
}
