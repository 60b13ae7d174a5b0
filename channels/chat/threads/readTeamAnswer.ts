import type { ChatMirror } from "../../../src/domain/ChannelConnection.ts"
import type { Visibility } from "../../../src/domain/Comment.ts"

/** What the team wrote in a ticket's thread, and what to make of it. */
export interface TeamAnswer {
  readonly visibility: Visibility
  readonly text: string
  /** A hint for its author, who may have meant something else. */
  readonly hint?: string | undefined
}

/** The prefix of a reply to the customer. */
const replyPrefix = /^!reply(?:\s+|$)/i

/**
 * A message in the team's thread is an internal note, unless it begins with `!reply` in a channel that allows replies.
 * Nothing reaches the customer by mistake: a reply that is not allowed becomes a note, and an empty one becomes nothing.
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

/** The hint for somebody who has added `!reply` to a note. */
export const staysNote =
  "This is an internal note, and editing it does not send it to the customer. To reply to the customer, write a new message that starts with `!reply`."

/** The hint for somebody who has removed `!reply` from a reply. */
export const staysReply =
  "This was sent to the customer, who still has its previous text. To withdraw the reply, delete your message. To change it, start your message with `!reply`."

/** The hint for somebody who wrote in a ticket's thread without being on the support team. */
export const notOfTheDesk =
  "Only members of the support team can write in this thread. Your message was not added to the ticket."
