/** A stretch of a message: text, and where it leads if it is an address. */
export interface Stretch {
  /** Where in the message it begins. */
  readonly at: number
  readonly text: string
  readonly href?: string
}

const address = /https?:\/\/[^\s<>"']+/g
/** What ends a sentence, or closes a bracket that was opened before the address. */
const trailing = ".,;:!?)]}'»”"

/** Addresses of one message that lead anywhere. A megabyte holds a hundred thousand, and each is an element of the page. */
const mostLinks = 500

/**
 * A message as stretches of text and web addresses, in their order; together they are the message. Nothing is markup, and
 * addresses beyond the first `mostLinks` are text.
 */
export const stretches = (message: string): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  let end = 0
  let links = 0
  for (const { 0: match, index } of message.matchAll(address)) {
    if (links === mostLinks) break
    const href = withoutTrailing(match)
    if (!URL.canParse(href)) continue
    if (index > end) found.push({ at: end, text: message.slice(end, index) })
    found.push({ at: index, text: href, href })
    links++
    end = index + href.length
  }
  if (end < message.length) found.push({ at: end, text: message.slice(end) })
  return found
}

/** Character by character: messages are long, and an expression that looks for an end begins at every place. */
const withoutTrailing = (text: string): string => {
  let end = text.length
  while (trailing.includes(text.charAt(end - 1)) && end > 0) end--
  return text.slice(0, end)
}
