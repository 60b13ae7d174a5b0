import { type Stretch, stretches } from "./links.ts"

/** Characters of a message that is one block, whatever they are: browsers lay it out in a tenth of a second. */
const longestWhole = 5_000
/** Characters in a block of what is longer. */
const longestBlock = 2_000

/**
 * A message in blocks, of which a browser lays out those alone that are in sight: a line of a megabyte without a space takes
 * it many minutes in some scripts. A block of a long message ends behind a line or a word, unless it is full before one ends.
 */
export const blocks = (message: string): ReadonlyArray<ReadonlyArray<Stretch>> => {
  if (message.length <= longestWhole) return [stretches(message)]
  const all: Array<Array<Stretch>> = []
  let block: Array<Stretch> = []
  let room = longestBlock
  const end = () => {
    all.push(block)
    block = []
    room = longestBlock
  }
  for (const stretch of stretches(message))
    for (let { at, text } = stretch; text !== ""; ) {
      const cut = text.length <= room ? text.length : endOf(text.slice(0, room), block.length === 0)
      if (cut > 0) block.push({ ...stretch, at, text: text.slice(0, cut) })
      room -= cut
      at += cut
      text = text.slice(cut)
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
