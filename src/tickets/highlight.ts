/** UTF-16 code units of a snippet, and of the part that it shows before the first match. */
const length = 240
const before = 60
/** Maximum number of occurrences to look for: more than fit into a snippet. A long text may contain fifty thousand. */
const mostFound = 300

export interface Highlighted {
  readonly snippet: string
  readonly matches: ReadonlyArray<readonly [start: number, end: number]>
}

/**
 * The part of a text around the first occurrence of one of these words, on one line, and where the words occur in it.
 * Matches ignore case, and start at the beginning of a word or, with `anywhere`, also within one. `distinct` is the
 * number of distinct words that occur in the text.
 */
export const highlight = (
  text: string,
  words: ReadonlyArray<string>,
  anywhere = false
): Highlighted & { readonly distinct: number } => {
  const line = text.replace(/\s+/g, " ").trim()
  const found = occurrences(line, words, anywhere)
  const distinct = new Set(found.map(([start, end]) => line.slice(start, end).toLowerCase())).size
  const first = found[0]?.[0] ?? 0
  const from = first <= before ? 0 : startOfWord(line, first - before)
  const to = line.length - from <= length ? line.length : endOfWord(line, from + length)
  const [head, tail] = [from > 0 ? "…" : "", to < line.length ? "…" : ""]
  const shift = head.length - from
  return {
    snippet: head + line.slice(from, to) + tail,
    matches: found.filter(([, end]) => end <= to).map(([start, end]) => [start + shift, end + shift]),
    distinct
  }
}

const occurrences = (line: string, words: ReadonlyArray<string>, anywhere: boolean): Array<[number, number]> => {
  if (words.length === 0) return []
  // Words consist of letters and digits, so they need no escaping in the pattern. The longest is tried first.
  const any = [...words].sort((a, b) => b.length - a.length).join("|")
  const pattern = new RegExp(anywhere ? `(?:${any})` : `(?<![\\p{L}\\p{M}\\p{N}])(?:${any})`, "giu")
  const found: Array<[number, number]> = []
  for (const { 0: match, index } of line.matchAll(pattern)) {
    found.push([index, index + match.length])
    if (found.length === mostFound) break
  }
  return found
}

/** The next beginning of a word, at most a few characters on; never between the halves of a surrogate pair. */
const startOfWord = (line: string, at: number): number => {
  const space = line.indexOf(" ", at)
  if (space >= 0 && space < at + before) return space + 1
  return isLowSurrogate(line, at) ? at + 1 : at
}

const endOfWord = (line: string, at: number): number => {
  const space = line.lastIndexOf(" ", at)
  if (space > at - before) return space
  return isLowSurrogate(line, at) ? at - 1 : at
}

const isLowSurrogate = (line: string, at: number) => (line.charCodeAt(at) & 0xfc00) === 0xdc00
