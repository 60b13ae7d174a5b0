import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"
import { roomAtFirst, shownFrom } from "../../../message/shownFrom.ts"
import type { ShownRequest } from "../ShownRequest.ts"

/** Returns a request with only its newest messages and the files that belong to them, if its conversation is long. */
export const newestOf = (ticket: PortalTicketDetail): ShownRequest => {
  const earlier = shownFrom(ticket.comments, ticket.comments.length, roomAtFirst)
  const left = new Set(ticket.comments.slice(0, earlier).flatMap(({ attachments }) => attachments.map(({ id }) => id)))
  return {
    ...ticket,
    comments: ticket.comments.slice(earlier),
    attachments: ticket.attachments.filter(({ id }) => !left.has(id)),
    earlier
  }
}
