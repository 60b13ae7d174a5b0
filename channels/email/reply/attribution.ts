import type { ReplyLine } from "./replyLines.ts"
import { attributionOpener, saysWrote } from "./wroteWords.ts"

/** Lines over which a mail program may wrap an attribution. */
const maxLines = 4
/** Characters of one of its lines. */
const maxWidth = 400
/** Length of a line that may have been too long for the next word. */
const minWrapped = 40

const date = /(?<!\d)(?:1[34]|19|20|25)\d\d(?!\d)|(?<!\d)\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d)/
/** Matches a time of day. */
export const clock = /(?<![\d.:])\d{1,2} ?(?:[:.h時时點点시]|Uhr) ?\d{2}(?!\d|\.\d)/
const address = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/
const addresses = new RegExp(address, "g")
const bracketed = /[<([][^<>()[\]\s]{1,64}@[^<>()[\]\s]{1,255}[>)\]]/
const endsInAddress = /@[^<>()[\]\s]{1,255}[>)\]] ?[:：]$/
/**
 * People also quote each other in prose ("On 5 March at 10:30 you wrote:"), but programs write names, including "Anne du
 * Bois". If no marked quote follows, such a line is the author's own sentence.
 */
const speaksToSomebody =
  /(?<![\p{L}\p{M}@.])(?:you|your|me|us|Sie|Ihr|Ihre|Ihnen|du(?! \p{Lu})|(?<=(?:hast|schriebst|skrev) )du|dein|deine|mir|uns|vous|votre|nous|m['’]\p{L}+|usted|ustedes|me|nos|mi|ci|vostro|vostra|você|vocês|jullie|uw|mij|ons|u(?= (?:mij|me|ons|schreef))|(?<=schreef )u)(?![\p{L}\p{M}])/u
/** An attribution that a program appended to a line of the author's text. */
const behindWords = /[^\s>] ?-{0,4} On (?!Behalf)(?:\p{Lu}\p{Ll}{2,8},? |\d)/u
const endOfSentence = /[.!?。！？]$/

/** The evidence in some lines that they are an attribution. */
const evidence = (words: string) => ({
  date: date.test(words),
  clock: clock.test(words),
  address: address.test(words),
  wrote: saysWrote(words)
})

type Evidence = ReturnType<typeof evidence>

const weight = (found: Evidence) => Object.values(found).filter(Boolean).length

/**
 * The first line of the attribution that ends on line `end`: what a mail program puts above a quote to say who wrote it and
 * when, in any language, wrapped or not. If no quote is known to follow, it must be one that nobody types by hand: with a
 * date, and with two of a word for "wrote", a time of day and an address, in the form that mail programs use.
 */
export const attributionStart = (
  lines: ReadonlyArray<ReplyLine>,
  end: number,
  isQuoteBelow: boolean
): number | undefined => {
  const ending = upToColon(lines[end]) ?? withoutColon(ownWords(lines, end), isQuoteBelow)
  if (ending === undefined || !(isQuoteBelow || date.test(ending) || hasDateAbove(lines, end))) return undefined
  let words = ending
  let first = end
  let found = evidence(words)
  while (end - first + 1 < maxLines && !(attributionOpener.test(words) && found.date && weight(found) > 2)) {
    const above = ownWords(lines, first - 1)
    if (above === "" || (isCertain(words, found) && above.length < minWrapped && !bracketed.test(above))) break
    const joined = `${above} ${words}`
    const more = evidence(joined)
    const opens = attributionOpener.test(above) && /\d/.test(above) && !attributionOpener.test(words)
    const endsBefore = endOfSentence.test(above) && !saysWrote(above) && !bracketed.test(above)
    if (!opens && (weight(more) === weight(found) || endsBefore)) break
    first--
    words = joined
    found = more
  }
  if (!attributionOpener.test(words) && behindWords.test(words)) return undefined
  if (isCertain(words, found))
    return isQuoteBelow || !speaksToSomebody.test(words.replace(addresses, "")) ? first : undefined
  return isQuoteBelow && (found.wrote || (found.date && found.clock) || bracketed.test(words)) ? first : undefined
}

/**
 * Whether the evidence suffices without a quote. Logs contain dates, times and "wrote", too, but their lines do not begin
 * like an attribution.
 */
const isCertain = (words: string, { address, clock, date, wrote }: Evidence): boolean =>
  date && ((clock && endsInAddress.test(words)) || (wrote && (address || (clock && attributionOpener.test(words)))))

/** The text of an unquoted line up to the colon at its end, or to a colon that the quote follows on the same line. */
const upToColon = (line: ReplyLine | undefined): string | undefined => {
  if (line === undefined || line.depth > 0) return undefined
  const words = line.words.slice(0, maxWidth)
  const colon = words.search(/[:：](?: {2,}|$)/)
  return colon === -1 ? undefined : words.slice(0, colon + 1)
}

/**
 * A complete attribution on one line without a colon: date, name and address, followed by "wrote" unless a quote is below.
 */
const withoutColon = (words: string, isQuoteBelow: boolean): string | undefined => {
  if (!date.test(words) || !bracketed.test(words)) return undefined
  const isWhole = isQuoteBelow
    ? /[>)]$/.test(words)
    : attributionOpener.test(words) && saysWrote(words.slice(words.lastIndexOf(" ")))
  return isWhole ? words : undefined
}

/** Whether one of the lines above `end` that may belong to it contains a date. */
const hasDateAbove = (lines: ReadonlyArray<ReplyLine>, end: number): boolean => {
  for (let at = end - 1; at > end - maxLines; at--) {
    const words = ownWords(lines, at)
    if (words === "") return false
    if (date.test(words)) return true
  }
  return false
}

/** The text of an unquoted line; empty if it is too long to be part of an attribution. */
const ownWords = (lines: ReadonlyArray<ReplyLine>, at: number): string => {
  const line = lines[at]
  return line === undefined || line.depth > 0 || line.words.length > maxWidth ? "" : line.words
}
