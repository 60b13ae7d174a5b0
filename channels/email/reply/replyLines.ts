/** A line of a mail's text. */
export interface ReplyLine {
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number
  /** Quote marks in front of it. */
  readonly depth: number
  /** What it says: no quote marks, no invisible characters, no outer white space, all digits as ASCII. */
  readonly words: string
}

const space = 32
const tab = 9

/** The lines of a text, in order; at least one. */
export const replyLines = (text: string): ReadonlyArray<ReplyLine> => {
  const lines: Array<ReplyLine> = []
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    let depth = 0
    let at = start
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === quoteMark || code === wideQuoteMark) depth++
      else if (code !== space && code !== tab) break
    }
    lines.push({ start, depth, words: at === end ? "" : plain(text.slice(at, end)) })
    start = end + 1
  }
  return lines
}

const quoteMark = ">".charCodeAt(0)
const wideQuoteMark = "＞".charCodeAt(0)

/** Zero-width characters and direction marks, which right-to-left mail puts around names, dates and colons. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Letters and signs of Latin scripts: nothing that cannot be seen, no digit of another script, no odd white space. */
const latin = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af]*$/

/** A text without what cannot be seen, and with the digits of every script as ASCII. */
export const plain = (text: string): string =>
  latin.test(text)
    ? text.trim()
    : text
        .replace(invisible, "")
        .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
        .replace(/\s/g, " ")
        .trim()

/** Decimal digits come in tens that begin at a multiple of sixteen, or six behind one. */
const asciiDigit = (digit: string) => {
  const low = (digit.codePointAt(0) ?? 0) & 15
  return low < 10 && !/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/.test(digit) ? `${low}` : `${(low + 10) % 16}`
}

/** The first line from `at` on that says something, or how many lines there are. */
export const nextWords = (lines: ReadonlyArray<ReplyLine>, at: number): number => {
  let next = at
  while (next < lines.length && lines[next]?.words === "") next++
  return next
}
