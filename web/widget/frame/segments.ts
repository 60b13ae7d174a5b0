export interface Segment {
  /** Where it begins in the message. */
  readonly at: number
  readonly text: string
  /** Where it leads, when it is an address. */
  readonly href?: string
}

const address = /https?:\/\/[^\s<>"']+/g
/** What ends a sentence, or closes a bracket that was opened before the address. */
const trailing = /[.,;:!?)\]}'"»”]+$/

/** A message cut into words and addresses. Nothing of it is ever markup. */
export const segments = (body: string): ReadonlyArray<Segment> => {
  const cut: Array<Segment> = []
  let end = 0
  for (const match of body.matchAll(address)) {
    const href = match[0].replace(trailing, "")
    if (!URL.canParse(href)) continue
    if (match.index > end) cut.push({ at: end, text: body.slice(end, match.index) })
    cut.push({ at: match.index, text: href, href })
    end = match.index + href.length
  }
  if (end < body.length) cut.push({ at: end, text: body.slice(end) })
  return cut
}
