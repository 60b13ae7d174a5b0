import type { QueryClient } from "@tanstack/react-query"
import { toast } from "../ui/toasts.ts"
import { followPending, isWatched, leftBehindBy } from "./pendingMessages.ts"
import { forgetNobodys } from "./place.ts"
import { ticketHref } from "./ticketHref.ts"

/** The most tickets that one notice names. */
const most = 5

/** Notifies a member of messages that an earlier page left unsent, for as long as there are any. */
export const announceUnsent = (queryClient: QueryClient, memberId: string, go: (href: string) => void) => {
  forgetNobodys()
  // An open ticket shows its own.
  const places = leftBehindBy(memberId).filter((place) => !isWatched(place))
  const [first] = places
  if (first === undefined) return
  const names = places.slice(0, most).map(({ publicId }) => publicId)
  const more = places.length > most ? ` and ${places.length - most} more` : ""
  const close = toast({
    text: `You have unsent messages on ${names.join(", ")}${more}`,
    tone: "bad",
    action: { label: `Open ${first.publicId}`, run: () => void ticketHref(queryClient, first).then(go) }
  })
  const ids = new Set(places.map(({ id }) => id))
  const unfollow = followPending(() => {
    if (leftBehindBy(memberId).some(({ id }) => ids.has(id))) return
    unfollow()
    close()
  })
}
