import { type Stretch, stretches } from "./stretches.ts"

/** A block of a message: stretches of text, code as it was written, or what is quoted, which is blocks again. */
export type Block = {
  /** Where in the message around it it begins. */
  readonly at: number
} & (
  | { readonly stretches: ReadonlyArray<Stretch> }
  | { readonly code: string }
  | { readonly quoted: ReadonlyArray<Block> }
)

/** How a message is read. */
interface Reading {
  /** The marks of Markdown show as what they mean. Links and quotations do whoever wrote the message. */
  readonly isMarked: boolean
  /** Links and marks that mean anything. A megabyte holds a hundred thousand, and each is an element of the page. */
  readonly mostMarks?: number
  /** Characters of a text that is one block, whatever they are: browsers lay it out in a tenth of a second. */
  readonly longestWhole?: number
}

/** Characters in a block of a text that is too long for one. */
const longestBlock = 2_000
/** Quotations and code of one message that are shown as such, and within one another; other lines are as they were written. */
const mostParts = 200
const deepest = 5
/** The lines that code stands between. They are not shown, so a line that holds more than marks and a language is none of them. */
const opening = /^```[^\s`]*\s*$/
const closing = /\n```[^\S\n]*(?=\n|$)/

/**
 * A message in blocks, of which a browser lays out those alone that are in sight: a line of a megabyte without a space takes
 * it many minutes in some scripts. A block of a long text ends behind a line or a word, unless it is full before one ends.
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

/** Where the last line ends, or the last word; where neither does, all of it is taken or nothing. */
const endOf = (text: string, isAlone: boolean): number => {
  const end = text.lastIndexOf("\n") + 1 || text.lastIndexOf(" ") + 1
  if (end > 0 || !isAlone) return end
  // Half a character is none.
  return text.length - (/[\ud800-\udbff]$/.test(text) ? 1 : 0)
}
