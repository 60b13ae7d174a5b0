import type { AuthorType } from "../../domain/Comment.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import { isSeen, wordless } from "../../domain/isSeen.ts"

/**
 * The text of a message's comment: what is new in it, or a note that it has no text if there are no files either. For
 * customers, quoted text is used if there is nothing else; quoted text in a message from the team is never sent to a
 * customer.
 */
export const wordsOf = (message: InboundMessage, by: AuthorType): string => {
  const { addsNothing, reply, text } = message
  if (by === "AGENT" && addsNothing === true && hasFiles(message)) return ""
  const words = reply?.visible ?? text
  return isSeen(words) || hasFiles(message) ? words : wordless
}

/** Whether a message contains nothing new for anybody. */
export const saysNothing = (message: InboundMessage): boolean =>
  !hasFiles(message) && (message.addsNothing === true || !isSeen(message.text))

const hasFiles = ({ attachmentIds = [], files }: InboundMessage) => files.length + attachmentIds.length > 0
