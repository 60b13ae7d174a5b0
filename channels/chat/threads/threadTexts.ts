import type { StatusCategory } from "../../../src/domain/Status.ts"
import type { ChatComment, ChatTicket } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { namesOf, spokenText } from "../text/spokenText.ts"
import { escapeSlack, toSlackMessages } from "../text/toSlackText.ts"

/** The text of a message in the team's thread, and the name it is posted under. */
export interface ThreadText {
  readonly authorName: string
  readonly parts: ReadonlyArray<string>
}

const continued = "… (the rest is in the ticket)"

/** The author of a comment, with who else can read it: in the team's thread, both must be visible. */
const authorOf = ({ authorName, authorType, isUnproven, visibility }: ChatComment): string => {
  // Whoever knows a ticket's reply address can write under the customer's name.
  if (authorType === "CUSTOMER") return `${authorName ?? "Customer"} (${isUnproven ? "unverified sender" : "customer"})`
  if (visibility === "internal") return `${authorName ?? "Team"} (note)`
  return authorType === "AGENT" ? `${authorName ?? "Team"} (to the customer)` : (authorName ?? "Automatic message")
}

/** A comment as it appears in the team's thread. */
export const commentText = (comment: ChatComment): ThreadText => ({
  authorName: authorOf(comment),
  parts: [
    ...toSlackMessages(spokenText(comment.body, comment.files) || namesOf(comment.files), continued),
    ...(comment.isTakenBack ? ["_The author deleted this message._"] : [])
  ]
})

/** The message that opened a ticket, as it appears below its card in the team's thread. */
export const openingText = ({ body = "", customerEmail, customerName, files }: ChatTicket): ThreadText => ({
  authorName: `${customerName ?? customerEmail ?? "Customer"} (customer)`,
  parts: toSlackMessages(spokenText(body, files), continued).filter((part) => part !== "")
})

const isDone = (category: StatusCategory) => category === "resolved" || category === "closed"

/**
 * The line that announces that a ticket is now done, or no longer is; `undefined` if neither has changed. With `forTeam`,
 * it does not invite a reply.
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

/** A note on a ticket's card if it was merged, deleted or marked as spam. */
export const ticketNote = ({ isDeleted, isSpam, mergedInto }: ChatTicket): string | undefined => {
  if (mergedInto !== undefined) return `:link: Merged into ${escapeSlack(mergedInto)}: messages here are added there.`
  if (isDeleted) return ":wastebasket: In the trash."
  return isSpam ? ":no_entry: Marked as spam." : undefined
}
