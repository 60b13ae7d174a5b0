import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"

/** Characters of texts that a page shows whole, the newest message first. Escaped, twice over, they take a dozen times that. */
const mostText = 1024 * 1024
/** Characters of a text that there is no room for. */
const beginning = 200

/**
 * A request as a page can hold it: of a conversation that has megabytes, the newest messages are whole and the others have
 * their beginning. A megabyte is as long as a message gets, so the newest one is always whole.
 */
export const shortened = <Ticket extends PortalTicketDetail>(ticket: Ticket): Ticket => {
  let left = mostText
  const shown = (text: string) => {
    if (text.length <= beginning) return text
    left -= text.length
    return left < 0 ? `${text.slice(0, beginning).replace(/[\ud800-\udbff]$/, "")}…` : text
  }
  const newestFirst = ticket.comments.toReversed().map((comment) => {
    const body = shown(comment.body)
    return body === comment.body ? comment : { ...comment, body, bodyTruncated: true }
  })
  return { ...ticket, comments: newestFirst.toReversed(), body: shown(ticket.body) }
}
