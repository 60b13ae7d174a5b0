import { type Stretch, stretches } from "./stretches.ts"

/** A block of a message: stretches of text, literal code, or a quotation, which consists of blocks. */
export type Block = {
  /** Where it begins in the text that contains it. */
  readonly at: number
} & (
  | { readonly stretches: ReadonlyArray<Stretch> }
  | { readonly code: string }
  | { readonly quoted: ReadonlyArray<Block> }
)

/** How to read a message. */
interface Reading {
  /** Whether to render Markdown. Links and quotations are rendered in any message. */
  readonly isMarked: boolean
  /** The most links and marks to render. A megabyte of text can hold a hundred thousand, and each becomes an element. */
  readonly mostMarks?: number
  /** The most characters of a text that is a single block, whatever they are: browsers lay it out in a tenth of a second. */
  readonly longestWhole?: number
}

/** The most characters in a block of a longer text. */
const longestBlock = 2_000
/** The most quotations and code blocks in a message, and their deepest nesting; any further lines are plain text. */
const mostParts = 200
const deepest = 5
/** The fences around code. They are not shown, so a line with anything other than a fence and a language is not one. */
const opening = /^```[^\s`]*\s*$/
const closing = /\n```[^\S\n]*(?=\n|$)/

/**
 * Splits a message into blocks, of which a browser lays out only those in view: a megabyte without a space takes it many
 * minutes in some scripts. A block of a long text ends after a line or a word, unless it is full before.
 */
export const blocks = (
  message: string,
  { isMarked, longestWhole = 5_000, mostMarks = 500 }: Reading
): ReadonlyArray<Block> => {
  let marks = mostMarks
  let parts = mostParts

  const whole = (all: ReadonlyArray<Stretch>) => {
    const length = all.reduce((sum, { text }) => sum + text.length, 0)
    return length <= longestWhole ? [all] : cut(all)
  }
  const plain = (text: string, start: number): ReadonlyArray<Block> => {
    const found = stretches(text, isMarked, marks)
    marks -= found.filter(({ as, href }) => as !== undefined || href !== undefined).length
    return whole(found).map((part) => ({ at: start + (part[0]?.at ?? 0), stretches: part }))
  }
  const code = (text: string, start: number): ReadonlyArray<Block> =>
    whole([{ at: start, text }])
      .flat()
      .map(({ at, text }) => ({ at, code: text }))

  const within = (text: string, depth: number): ReadonlyArray<Block> => {
    const all: Array<Block> = []
    let start = 0
    let at = 0
    let mayFence = isMarked
    const part = (end: number, found: ReadonlyArray<Block>) => {
      if (at > start) all.push(...plain(text.slice(start, at), start))
      all.push(...found)
      parts--
      start = at = end
    }
    while (at < text.length && parts > 0 && depth < deepest) {
      const lineEnd = endOfLine(text, at)
      if (text[at] === ">") {
        const end = endOfQuotation(text, at)
        part(end, [{ at, quoted: within(text.slice(at, end).replace(/^> ?/gm, ""), depth + 1) }])
      } else if (mayFence && opening.test(text.slice(at, lineEnd))) {
        const close = lineEnd - 1 + text.slice(lineEnd - 1).search(closing)
        mayFence = close >= lineEnd - 1
        if (mayFence) part(endOfLine(text, close + 1), code(text.slice(lineEnd, close), lineEnd))
        else at = lineEnd
      } else at = lineEnd
    }
    return start < text.length ? [...all, ...plain(text.slice(start), start)] : all
  }
  return within(message, 0)
}

const endOfLine = (text: string, at: number): number => text.indexOf("\n", at) + 1 || text.length

const endOfQuotation = (text: string, start: number): number => {
  let end = start
  while (text[end] === ">") end = endOfLine(text, end)
  return end
}

const cut = (long: ReadonlyArray<Stretch>): ReadonlyArray<ReadonlyArray<Stretch>> => {
  const all: Array<Array<Stretch>> = []
  let block: Array<Stretch> = []
  let room = longestBlock
  const end = () => {
    all.push(block)
    block = []
    room = longestBlock
  }
  for (const stretch of long)
    for (let { at, text } = stretch; text !== ""; ) {
      const taken = text.length <= room ? text.length : endOf(text.slice(0, room), block.length === 0)
      if (taken > 0) block.push({ ...stretch, at, text: text.slice(0, taken) })
      room -= taken
      at += taken
      text = text.slice(taken)
      if (text !== "" || room === 0) end()
    }
  return block.length === 0 ? all : [...all, block]
}

/**
 * Returns the end of the last line or else word. Without either, takes the whole text if the block is empty, otherwise nothing.
 */
const endOf = (text: string, isAlone: boolean): number => {
  const end = text.lastIndexOf("\n") + 1 || text.lastIndexOf(" ") + 1
  if (end > 0 || !isAlone) return end
  // Does not split a surrogate pair.
  return text.length - (/[\ud800-\udbff]$/.test(text) ? 1 : 0)
}
