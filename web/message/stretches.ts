/** A stretch of a message: text, where it leads if it is a link, and how it stands out. */
export interface Stretch {
  /** Where in the message it begins; the marks around it are in front of it. */
  readonly at: number
  readonly text: string
  readonly href?: string
  readonly as?: "strong" | "code"
}

const address = /(https?:\/\/[^\s<>"']+)/g
/**
 * Of Markdown what cannot be taken for anything else, in this order: an address, a member, a file, a link with a text, code,
 * bold. None goes on over a line's end, and what stands in brackets holds none, so that a text is read once, whatever a
 * stranger wrote into it.
 */
const mark =
  /(https?:\/\/[^\s<>"']+)|@\[([^[\]\n]{1,200})\]\(mem_[0-9a-z]{26}\)|!?\[([^[\]\n]{0,300})\]\(attachment:att_[0-9a-z]{26}\)|\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|`([^`\n]{1,1000})`|\*\*([^*\n]{1,1000})\*\*/g

/** What ends a sentence, or closes a bracket that was opened before the address. */
const trailing = ".,;:!?)]}'»”"

/**
 * A message as stretches, in their order. Where it is marked, marks show as what they mean; otherwise the stretches together
 * are the message, and addresses alone lead anywhere. What comes behind `most` links and marks is text.
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

/** Nothing where an address leads nowhere. */
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

/** Character by character: messages are long, and an expression that looks for an end begins at every place. */
const withoutTrailing = (text: string): string => {
  let end = text.length
  while (trailing.includes(text.charAt(end - 1)) && end > 0) end--
  return text.slice(0, end)
}
