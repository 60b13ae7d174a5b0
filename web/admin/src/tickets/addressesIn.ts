const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** Addresses of one message that lead anywhere. A megabyte holds a hundred thousand, and each is an element of the page. */
const mostLinks = 500

/** A message as text and the addresses in it, in their order. Those beyond the first `mostLinks` are text. */
export const addressesIn = (text: string) => {
  const parts: Array<string | { readonly href: string; readonly at: number }> = []
  let from = 0
  for (const { 0: href, index: at } of text.matchAll(address)) {
    if (parts.length === 2 * mostLinks) break
    parts.push(text.slice(from, at), { href, at })
    from = at + href.length
  }
  return [...parts, text.slice(from)]
}
