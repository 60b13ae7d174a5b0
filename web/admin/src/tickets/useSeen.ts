import type { Comment, Ticket } from "@trunkline/sdk"
import { useReducer, useRef } from "react"
import { useSession } from "../app/session.ts"
import { versionOfComments } from "../data/conversation.ts"
import { type Seen, wroteSince } from "./wroteSince.ts"

const nothing: Seen = { version: undefined, comments: new Set() }

/** What the author had read when they began to write, and who has written since. `renew` marks that as read too. */
export const useSeen = (ticket: Ticket, comments: ReadonlyArray<Comment> | undefined, isWriting: boolean) => {
  const { member } = useSession()
  const seen = useRef<Seen>(undefined)
  const [, render] = useReducer((count: number) => count + 1, 0)
  const read = () => {
    if (comments !== undefined)
      seen.current = { version: versionOfComments(ticket.id), comments: new Set(comments.map(({ id }) => id)) }
  }
  if (!isWriting || seen.current === undefined) read()
  return {
    seen: () => seen.current ?? nothing,
    by:
      comments === undefined || seen.current === undefined ? undefined : wroteSince(comments, seen.current, member.id),
    renew: () => {
      read()
      render()
    }
  }
}
