/** A stretch of a message: text, its target if it is a link, and its style. */
export interface Stretch {
  /** Where it begins in the message; opening marks are before it. */
  readonly at: number
  readonly text: string
  readonly href?: string
  readonly as?: "strong" | "code"
}

const address = /(https?:\/\/[^\s<>"']+)/g
/**
 * The unambiguous part of Markdown, in this order: an address, a member, a file, a link with text, code, bold. None spans
 * lines, and bracketed parts do not nest, so that a text is read only once, whatever a stranger wrote into it.
 */
const mark =
  /(https?:\/\/[^\s<>"']+)|@\[([^[\]\n]{1,200})\]\(mem_[0-9a-z]{26}\)|!?\[([^[\]\n]{0,300})\]\(attachment:att_[0-9a-z]{26}\)|\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|`([^`\n]{1,1000})`|\*\*([^*\n]{1,1000})\*\*/g

/** Characters that end a sentence, or close a bracket opened before the address. */
const trailing = ".,;:!?)]}'»”"

/**
 * Splits a message into stretches, in order. With `isMarked`, Markdown is rendered; otherwise the stretches together are the
 * message, and only addresses are links. After `most` links and marks, the rest is text.
 */
export const stretches = (message: string, isMarked: boolean, most: number): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  let end = 0
  let marks = 0
  for (const match of message.matchAll(isMarked ? mark : address)) {
    if (marks === most) break
    const stretch = stretchOf(match)
    if (stretch === undefined) continue
    const { index } = match
    if (index > end) found.push({ at: end, text: message.slice(end, index) })
    found.push(stretch)
    marks++
    end = index + (match[1] === undefined ? match[0].length : stretch.text.length)
  }
  if (end < message.length) found.push({ at: end, text: message.slice(end) })
  return found
}

/** Returns `undefined` for an address that is not valid. */
const stretchOf = (match: RegExpExecArray): Stretch | undefined => {
  const at = match.index
  const [, bare, member, file, label, target, code, strong] = match
  if (bare !== undefined) {
    const href = withoutTrailing(bare)
    return URL.canParse(href) ? { at, text: href, href } : undefined
  }
  if (target !== undefined) return URL.canParse(target) ? { at, text: label ?? target, href: target } : undefined
  if (code !== undefined) return { at, text: code, as: "code" }
  if (strong !== undefined) return { at, text: strong, as: "strong" }
  return { at, text: member ?? (file || "(file)") }
}

/** Goes character by character: messages are long, and a regular expression would search for an end at every position. */
const withoutTrailing = (text: string): string => {
  let end = text.length
  while (trailing.includes(text.charAt(end - 1)) && end > 0) end--
  return text.slice(0, end)
}
