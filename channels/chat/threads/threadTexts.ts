import type { StatusCategory } from "../../../src/domain/Status.ts"
import type { ChatComment, ChatTicket } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { namesOf, spokenText } from "../text/spokenText.ts"
import { escapeSlack, toSlackMessages } from "../text/toSlackText.ts"

/** What a message in a thread of the team's says, and under whose name. */
export interface ThreadText {
  readonly authorName: string
  readonly parts: ReadonlyArray<string>
}

const continued = "… (the rest is in the ticket)"

/** Whose a comment is, and who else reads it: in a thread of the team's, both must be seen. */
const authorOf = ({ authorName, authorType, isUnproven, visibility }: ChatComment): string => {
  // Whoever has the address of a ticket can write under the customer's name.
  if (authorType === "CUSTOMER") return `${authorName ?? "Customer"} (${isUnproven ? "unverified sender" : "customer"})`
  if (visibility === "internal") return `${authorName ?? "Team"} (note)`
  return authorType === "AGENT" ? `${authorName ?? "Team"} (to the customer)` : (authorName ?? "Automatic message")
}

/** A comment as the team's thread shows it. */
export const commentText = (comment: ChatComment): ThreadText => ({
  authorName: authorOf(comment),
  parts: [
    ...toSlackMessages(spokenText(comment.body, comment.files) || namesOf(comment.files), continued),
    ...(comment.isTakenBack ? ["_The author deleted this message._"] : [])
  ]
})

/** What a ticket was opened with, as the team's thread shows it below its card. */
export const openingText = ({ body = "", customerEmail, customerName, files }: ChatTicket): ThreadText => ({
  authorName: `${customerName ?? customerEmail ?? "Customer"} (customer)`,
  parts: toSlackMessages(spokenText(body, files), continued).filter((part) => part !== "")
})

const isDone = (category: StatusCategory) => category === "resolved" || category === "closed"

/**
 * The line of a thread that tells that its ticket is done now, or is not any more; none where neither is new. `forTeam`
 * names no one to write to.
 */
export const statusLine = (
  { publicId, statusCategory }: Pick<ChatTicket, "publicId" | "statusCategory">,
  before: StatusCategory,
  forTeam: boolean
): string | undefined => {
  if (isDone(before) === isDone(statusCategory)) return undefined
  const name = escapeSlack(publicId)
  if (!isDone(statusCategory)) return `:leftwards_arrow_with_hook: ${name} is open again.`
  const done = statusCategory === "closed" ? `:lock: ${name} is closed.` : `:white_check_mark: ${name} is resolved.`
  return forTeam ? done : `${done} If it is not, reply here.`
}

/** What the card of a ticket says besides, where there is something unusual about it. */
export const ticketNote = ({ isDeleted, isSpam, mergedInto }: ChatTicket): string | undefined => {
  if (mergedInto !== undefined) return `:link: Merged into ${escapeSlack(mergedInto)}: messages here are added there.`
  if (isDeleted) return ":wastebasket: In the trash."
  return isSpam ? ":no_entry: Marked as spam." : undefined
}
