import { type HtmlQuote, keyLength, lettersOf } from "./htmlQuote.ts"
import type { ReplyLine } from "./replyLines.ts"

/** Letters of the beginning that must match; fewer if the two versions of an email differ in links or images. */
const lengths = [keyLength, 32, 16, 8, 3]
/** With fewer letters than this, a match must also be near its position in the HTML. */
const sure = 16
const tolerance = 120

/**
 * The line of the text on which the HTML's quote begins: of the lines that begin with the same letters, the one closest to
 * the quote's position.
 */
export const locateQuote = (
  lines: ReadonlyArray<ReplyLine>,
  { before, key }: Pick<HtmlQuote, "before" | "key">
): number | undefined => {
  const starts: Array<number> = []
  const pieces: Array<string> = []
  let length = 0
  for (const { words } of lines) {
    const letters = lettersOf(words)
    // A line without letters, such as one of emoji, has no position.
    starts.push(letters === "" ? Number.NaN : length)
    if (letters !== "") pieces.push(letters)
    length += letters.length
  }
  const letters = pieces.join("")
  for (const wanted of lengths) {
    if (wanted > key.length && wanted !== lengths.at(-1)) continue
    const begin = key.slice(0, wanted)
    let nearest: number | undefined
    let distance = begin.length < sure ? tolerance : Number.POSITIVE_INFINITY
    for (const [line, start] of starts.entries()) {
      if (Math.abs(start - before) >= distance || lines[line]?.words === "" || !letters.startsWith(begin, start))
        continue
      nearest = line
      distance = Math.abs(start - before)
    }
    if (nearest !== undefined) return nearest
  }
  return undefined
}
