const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** Addresses of one message that lead anywhere. A megabyte holds a hundred thousand, and each is an element of the page. */
const mostLinks = 500

/** A part of a message: text, and where it leads if it is an address. */
export interface Part {
  /** Where in the message it begins. */
  readonly at: number
  readonly text: string
  readonly href?: string
}

/** A message as text and the addresses in it, in their order. Those beyond the first `mostLinks` are text. */
export const addressesIn = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let from = 0
  for (const { 0: href, index: at } of text.matchAll(address)) {
    if (parts.length === 2 * mostLinks) break
    parts.push({ at: from, text: text.slice(from, at) }, { at, text: href, href })
    from = at + href.length
  }
  return [...parts, { at: from, text: text.slice(from) }]
}
