import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"

/** Characters of text that a page shows in full, newest message first. Escaped twice, they take a dozen times as many bytes. */
const mostText = 1024 * 1024
/** Characters shown of any further text. */
const beginning = 200

/**
 * Shortens a request to fit on a page: of a conversation of megabytes, the newest messages are shown in full, and only the
 * beginning of the others. A message has at most a megabyte, so the newest one is always shown in full.
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
