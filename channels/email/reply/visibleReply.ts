import { isForwardSubject } from "../../../src/tickets/outbound/mail/mailSubject.ts"
import { htmlQuote } from "./htmlQuote.ts"
import { locateQuote } from "./locateQuote.ts"
import { nextWords, type ReplyLine, replyLines } from "./replyLines.ts"
import { signatureStart } from "./signature.ts"
import { firstMark, isAnsweredInside, type QuoteStart, quoteHead, textQuote } from "./textQuote.ts"

/** An email that may reply to another. */
export interface AnsweringMail {
  /** Its readable text: the plain text part, or the text of the HTML. */
  readonly text: string
  /** Its HTML as received: without classes and ids, it would not show what is a quote. */
  readonly html?: string | undefined
  /** Decoded. A subject that says "forwarded" keeps everything visible. */
  readonly subject?: string | undefined
  /** A line above the text of our own email, such as "Please write above this line". */
  readonly marker?: string | undefined
}

/** A text split in two: what is new, and the rest. */
export interface VisibleReply {
  readonly visible: string
  /** Quotes, signatures and additions by mail programs; empty if everything is visible. */
  readonly quoted: string
  /** Set if nothing is new: everything visible is a quote or a signature. */
  readonly addsNothing?: true
}

/**
 * Separates what a person wrote from what they reply to. The text is cut at one place, so `visible` and `quoted` together
 * are the whole text except for white space at the ends. The place is found by our own marker, by mail programs' containers
 * in the HTML, and by the lines themselves: attributions, headers, separators, quote marks; the first one counts. If there
 * are replies between or below quotes, if a message is forwarded, or if nothing would be left, everything stays visible. A
 * signature after the separator `-- ` goes with the quote. Pure; linear time.
 */
export const visibleReply = (mail: AnsweringMail): VisibleReply => {
  const lines = replyLines(mail.text)
  const isForward = mail.subject !== undefined && isForwardSubject(mail.subject)
  const quote = isForward ? undefined : quoteStart(lines, mail)
  const cut = quote === "forwarded" || isForward ? lines.length : signatureStart(lines, 0, quote ?? lines.length)
  if (nextWords(lines, 0) >= cut) return { ...whole(mail.text), addsNothing: true }
  const at = lines[cut]?.start ?? mail.text.length
  return { visible: trimmed(mail.text.slice(0, at)), quoted: trimmed(mail.text.slice(at)) }
}

const whole = (text: string): VisibleReply => ({ visible: trimmed(text), quoted: "" })

/** The text without the empty lines around it; the first line keeps its indentation. */
const trimmed = (text: string): string => {
  const end = text.trimEnd()
  const first = end.length - end.trimStart().length
  return end.slice(end.lastIndexOf("\n", first) + 1)
}

/** The line at which a quote without replies inside begins. */
const quoteStart = (lines: ReadonlyArray<ReplyLine>, mail: AnsweringMail): number | "forwarded" | undefined => {
  const byText = textQuote(lines)
  const byMarker = markerStart(lines, mail)
  const byHtml = mail.html === undefined ? undefined : containerStart(lines, mail.html)
  const first = earliest(byMarker, earliest(byHtml, byText))
  if (first === undefined) return undefined
  if (first.forwards) return "forwarded"
  return (byHtml?.line === first.line ? byHtml.isAnswered : isAnsweredInside(lines, first.line))
    ? undefined
    : first.line
}

/** The one that comes first in the text; of two at the same place, the one that announces a forwarded message. */
const earliest = (one: QuoteStart | undefined, other: QuoteStart | undefined): QuoteStart | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  return other.line < one.line || (other.line === one.line && other.forwards) ? other : one
}

const markerStart = (lines: ReadonlyArray<ReplyLine>, { marker, text }: AnsweringMail): QuoteStart | undefined => {
  const found = marker === undefined || marker === "" ? -1 : text.indexOf(marker)
  if (found === -1) return undefined
  let line = lines.findLastIndex(({ start }) => start <= found)
  while (line > 0 && (lines[line - 1]?.depth ?? 0) > 0) line--
  return { line: quoteHead(lines, line), forwards: false }
}

const containerStart = (
  lines: ReadonlyArray<ReplyLine>,
  html: string
): (QuoteStart & { readonly isAnswered: boolean }) | undefined => {
  const quote = htmlQuote(html)
  const found = quote === undefined ? undefined : locateQuote(lines, quote)
  if (quote === undefined || found === undefined) return undefined
  const line = quoteHead(lines, found)
  // If the text has marks as well, both must agree: HTML does not identify footers, and marks do not survive wrapping.
  const isAnswered =
    firstMark(lines, line) === undefined
      ? quote.isAnsweredInside
      : (quote.isAnsweredInside || !quote.isClosed) && isAnsweredInside(lines, line)
  return { line, forwards: false, isAnswered }
}
