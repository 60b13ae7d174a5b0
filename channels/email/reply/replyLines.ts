/** A line of an email's text. */
export interface ReplyLine {
  /** Its offset in the text, in UTF-16 units. */
  readonly start: number
  /** The number of quote marks before it. */
  readonly depth: number
  /** Its text without quote marks, invisible characters and outer white space, with all digits in ASCII. */
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

/** Zero-width characters and direction marks, which right-to-left email has around names, dates and colons. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Matches text in Latin script without invisible characters, digits of other scripts, or unusual white space. */
const latin = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af]*$/

/** A text without invisible characters, with the digits of every script in ASCII. */
export const plain = (text: string): string =>
  latin.test(text)
    ? text.trim()
    : text
        .replace(invisible, "")
        .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
        .replace(/\s/g, " ")
        .trim()

/** Decimal digits come in runs of ten that begin at a multiple of sixteen, or six after one. */
const asciiDigit = (digit: string) => {
  const low = (digit.codePointAt(0) ?? 0) & 15
  return low < 10 && !/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/.test(digit) ? `${low}` : `${(low + 10) % 16}`
}

/** The first line from `at` on that has text, or the number of lines. */
export const nextWords = (lines: ReadonlyArray<ReplyLine>, at: number): number => {
  let next = at
  while (next < lines.length && lines[next]?.words === "") next++
  return next
}
