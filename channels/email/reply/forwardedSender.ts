import { isForwardSubject } from "../../../src/tickets/outbound/mail/mailSubject.ts"
import { type Mailbox, mailboxes } from "../mime/mailboxes.ts"
import { headerBlockEnd } from "./headerBlock.ts"
import { headerKind } from "./headerLabels.ts"
import { nextWords, type ReplyLine, replyLines } from "./replyLines.ts"
import { saysForwarded } from "./separatorPhrases.ts"

/** Lines that are searched for the header of a forwarded message. */
const maxLines = 2_000
/** Characters of a line with a sender. */
const maxValue = 500

/**
 * The author of a forwarded message, from the header that mail programs put above it, in any of their languages. Only if
 * the subject or a line says that something is forwarded, since replies have such headers, too. `undefined` if the header
 * contains no address, like Outlook's among colleagues. Pure; linear time.
 */
export const forwardedSender = (text: string, subject: string): Mailbox | undefined => {
  // Some programs put quote marks before a forwarded message.
  const lines = replyLines(text)
    .slice(0, maxLines)
    .map((line) => ({ ...line, depth: 0 }))
  const isForward = isForwardSubject(subject)
  for (const [at, { words }] of lines.entries()) {
    const first = saysForwarded(words)
      ? nextWords(lines, at + 1)
      : isForward && headerKind(words) === "from"
        ? at
        : undefined
    const end = first === undefined ? undefined : headerBlockEnd(lines, first, true)
    if (first !== undefined && end !== undefined) return senderIn(lines.slice(first, end))
  }
  return undefined
}

/** The sender in a header, on the line of its label or below. */
const senderIn = (header: ReadonlyArray<ReplyLine>): Mailbox | undefined => {
  const at = header.findIndex(({ words }) => headerKind(words) === "from")
  const [first, ...below] = at === -1 ? [] : header.slice(at)
  if (first === undefined) return undefined
  const next = below.findIndex(({ words }) => headerKind(words) !== undefined)
  const value = [
    first.words.slice(first.words.search(/[:：]/) + 1),
    ...below.slice(0, next === -1 ? 2 : next).map(({ words }) => words)
  ]
    .join(" ")
    .slice(0, maxValue)
    .replace(/^\s*\*+\s*/, "")
    // A link beside the address, or in place of its angle brackets.
    .replace(/<mailto:[^<>]*>/gi, "")
    .replace(/[[(](?:mailto:)?([^\s[\]()<>]+@[^\s[\]()<>]+)[\])]/i, "<$1>")
  return mailboxes(Buffer.from(value).toString("latin1"))[0]
}
