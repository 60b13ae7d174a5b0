/** A stretch of a message: text, and where it leads if it is an address. */
export interface Stretch {
  /** Where in the message it begins. */
  readonly at: number
  readonly text: string
  readonly href?: string
}

/** Addresses as people write them; what ends a sentence is not theirs. */
const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g

/** A message as stretches of text and web addresses, in their order; together they are the message. */
export const stretches = (text: string): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  let end = 0
  for (const { 0: href, index } of text.matchAll(address)) {
    if (index > end) found.push({ at: end, text: text.slice(end, index) })
    found.push({ at: index, text: href, ...(URL.canParse(href) ? { href } : {}) })
    end = index + href.length
  }
  if (end < text.length) found.push({ at: end, text: text.slice(end) })
  return found
}
