import { attributionStart } from "./attribution.ts"
import { headerBlockEnd } from "./headerBlock.ts"
import { headerKind } from "./headerLabels.ts"
import { nextWords, type ReplyLine } from "./replyLines.ts"
import { betweenDashes, namesOriginal, saysForwarded, saysOriginal } from "./separatorPhrases.ts"
import { signatureStart } from "./signature.ts"
import { saysWrote } from "./wroteWords.ts"

/** The line where other people's text begins, and whether it is a whole forwarded message, which is part of what is said. */
export interface QuoteStart {
  readonly line: number
  readonly forwards: boolean
}

/** The first line of the quote at the end of a text, judged by the lines themselves. */
export const textQuote = (lines: ReadonlyArray<ReplyLine>): QuoteStart | undefined => {
  for (const [at, { depth, words }] of lines.entries()) {
    if (depth > 0 || words === "") continue
    if (saysForwarded(words)) return { line: at, forwards: true }
    if (
      isSeparator(lines, at, words) ||
      (headerKind(words) !== undefined && headerBlockEnd(lines, at, false) !== undefined)
    )
      return { line: at, forwards: false }
    const attribution = attributionStart(lines, at, isQuoted(lines, at + 1))
    if (attribution !== undefined) return { line: attribution, forwards: false }
  }
  const trailing = trailingQuote(lines)
  if (trailing === undefined) return undefined
  // Apple Mail marks a forwarded message like a quote.
  return { line: trailing, forwards: saysForwarded(lines[nextWords(lines, trailing)]?.words ?? "") }
}

/** Whether the next line with text has a quote mark. */
const isQuoted = (lines: ReadonlyArray<ReplyLine>, at: number) => (lines[nextWords(lines, at)]?.depth ?? 0) > 0

/**
 * Whether a line is a separator: "-----Original Message-----", "---- On Monday Ines wrote ----", or a plain rule or the
 * words alone if a header follows.
 */
const isSeparator = (lines: ReadonlyArray<ReplyLine>, at: number, words: string): boolean => {
  const inside = betweenDashes(words)
  if (inside === undefined && !namesOriginal(words)) return false
  return (
    saysOriginal(words) ||
    (inside !== undefined && saysWrote(inside) && /[\d@]/.test(inside)) ||
    headerBlockEnd(lines, nextWords(lines, at + 1), true) !== undefined
  )
}

/** The first of the quoted lines that end a text, not counting what a mail program added below. */
const trailingQuote = (lines: ReadonlyArray<ReplyLine>): number | undefined => {
  let first: number | undefined
  let marks = 0
  for (let at = signatureStart(lines, 0, lines.length) - 1; at >= 0; at--) {
    const line = lines[at]
    if (line === undefined || (line.depth === 0 && line.words !== "" && !isWrapped(lines, at))) break
    if (line.depth > 0) {
      first = at
      marks++
    }
  }
  return first !== undefined && marks === 1 && isComparison(lines[first]) ? undefined : first
}

/** Whether a line is a comparison, "> 5 EUR" or ">= 10", rather than a quote. */
const isComparison = (line: ReplyLine | undefined): boolean =>
  line?.depth === 1 && /^=? ?\p{Sc}? ?\d[\d.,]*(?![.)\d])/u.test(line.words)

/** The first line of a quote that was found at `at`, including an attribution, a rule and empty lines above it. */
export const quoteHead = (lines: ReadonlyArray<ReplyLine>, at: number): number => {
  let first = at
  for (;;) {
    let above = first
    while (above > 0 && lines[above - 1]?.words === "") above--
    const over = lines[above - 1]
    if (over === undefined || over.depth > 0) return first
    const attribution = attributionStart(lines, above - 1, true)
    if (attribution !== undefined) first = attribution
    else if (saysOriginal(over.words) || /^[-_]{5,}$|^---$/.test(over.words)) first = above - 1
    else return first
  }
}

/** Lines over which the attribution of a quote may extend. */
const maxAttribution = 4

/** Whether there are replies between or below the marked lines of the quote that begins at `start`. */
export const isAnsweredInside = (lines: ReadonlyArray<ReplyLine>, start: number): boolean => {
  const first = firstMark(lines, start)
  if (first === undefined) return false
  const end = signatureStart(lines, first, lines.length)
  for (let at = first + 1; at < end; at++) {
    const line = lines[at]
    if (line !== undefined && line.depth === 0 && line.words !== "" && !isWrapped(lines, at)) return true
  }
  return false
}

/** The first line with a quote mark, if the quote that begins at `start` has marks right below its head. */
export const firstMark = (lines: ReadonlyArray<ReplyLine>, start: number): number | undefined => {
  let at = nextWords(lines, start)
  for (;;) {
    const line = lines[at]
    if (line === undefined) return undefined
    if (line.depth > 0) return at
    const below = headEnd(lines, at, line.words)
    if (below === undefined) return undefined
    at = nextWords(lines, below)
  }
}

/** The line after the separator, header or attribution that begins on line `at`. */
const headEnd = (lines: ReadonlyArray<ReplyLine>, at: number, words: string): number | undefined => {
  if (betweenDashes(words) !== undefined) return at + 1
  const header = headerBlockEnd(lines, at, true)
  if (header !== undefined) return header
  for (let end = at + maxAttribution - 1; end >= at; end--) {
    if (attributionStart(lines, end, true) === at) return end + 1
  }
  return undefined
}

/** Length of a quoted line that a forwarding program may have wrapped. */
const minWrapped = 55

/**
 * Whether line `at` lacks a quote mark only because the line above was wrapped: that one ends within a sentence, and quoted
 * lines continue right below.
 */
const isWrapped = (lines: ReadonlyArray<ReplyLine>, at: number): boolean => {
  const [above, line, below] = [lines[at - 1], lines[at], lines[at + 1]]
  if (above === undefined || line === undefined || below === undefined || above.depth === 0 || below.depth === 0)
    return false
  if (/<$/.test(above.words) || /^[^\s@]{1,64}@[^\s@]{1,255}>/.test(line.words)) return true
  return above.words.length >= minWrapped && !/[.!?:;。！？…]$/.test(above.words) && !/^\p{Lu}/u.test(line.words)
}
