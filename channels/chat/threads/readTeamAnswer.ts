import type { ChatMirror } from "../../../src/domain/ChannelConnection.ts"
import type { Visibility } from "../../../src/domain/Comment.ts"

/** What the team wrote into the thread of a ticket, and what is to be made of it. */
export interface TeamAnswer {
  readonly visibility: Visibility
  readonly text: string
  /** What its author is told, because they may have meant something else. */
  readonly hint?: string | undefined
}

/** What an answer to the customer begins with. */
const replyPrefix = /^!reply(?:\s+|$)/i

/**
 * An answer in the team's thread is a note, unless it begins with `!reply` in a channel in which that is allowed. Nothing
 * reaches the customer by mistake: an answer that would not be allowed, or says nothing, is a note or nothing.
 */
export const readTeamAnswer = (text: string, mirror: ChatMirror): TeamAnswer => {
  const said = text.trimStart()
  if (!replyPrefix.test(said)) return { visibility: "internal", text }
  if (mirror !== "replies") return { visibility: "internal", text, hint: notAllowed }
  const answer = said.replace(replyPrefix, "").trim()
  return { visibility: "public", text: answer }
}

const notAllowed =
  "This was added as an internal note and not sent to the customer. Replies with `!reply` are not turned on for this channel. Use “Reply to customer” instead."

/** What somebody is told who has put `!reply` before a note. */
export const staysNote =
  "This is an internal note, and editing it does not send it to the customer. To reply to the customer, write a new message that starts with `!reply`."

/** What somebody is told who has taken `!reply` away from an answer. */
export const staysReply =
  "This was sent to the customer, who still has its previous text. To withdraw the reply, delete your message. To change it, start your message with `!reply`."

/** What somebody is told who wrote into the thread of a ticket and is nobody of the desk's. */
export const notOfTheDesk =
  "Only members of the support team can write in this thread. Your message was not added to the ticket."
