import type { AuthorType } from "../../domain/Comment.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import { isSeen, wordless } from "../../domain/isSeen.ts"

/**
 * What the comment of a message says: what is new in it, or that nothing is where no file says it either. What customers
 * quote is better than nothing; what the team was sent goes to no customer.
 */
export const wordsOf = (message: InboundMessage, by: AuthorType): string => {
  const { addsNothing, reply, text } = message
  if (by === "AGENT" && addsNothing === true && hasFiles(message)) return ""
  const words = reply?.visible ?? text
  return isSeen(words) || hasFiles(message) ? words : wordless
}

/** Whether nobody is told anything by a message. */
export const saysNothing = (message: InboundMessage): boolean =>
  !hasFiles(message) && (message.addsNothing === true || !isSeen(message.text))

const hasFiles = ({ attachmentIds = [], files }: InboundMessage) => files.length + attachmentIds.length > 0
