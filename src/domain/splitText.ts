/** UTF-16 units that Twilio takes as one message, and those of a part of a longer text, its mark aside. */
const whole = 1600
const part = 1500
/** Parts of one text; a customer pays attention to no more, and the team pays for each. */
const mostParts = 4

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** A text as the messages that it takes, in their order, no character torn; undefined where it takes too many. */
export const splitText = (text: string): ReadonlyArray<string> | undefined => {
  if (text.length <= whole) return [text]
  if (text.length > part * mostParts) return undefined
  const parts: Array<string> = []
  let current = ""
  for (const { segment } of graphemes.segment(text)) {
    if (current.length + segment.length > part) {
      parts.push(current)
      current = ""
    }
    current += segment
  }
  parts.push(current)
  return parts.length > mostParts ? undefined : parts.map((one, index) => `(${index + 1}/${parts.length}) ${one}`)
}

/** The beginning of a text that takes too many messages, as one message, with where the rest can be read. */
export const shortened = (text: string, link: string): string => {
  const tail = `…\nRead on: ${link}`
  let beginning = ""
  for (const { segment } of graphemes.segment(text.slice(0, whole))) {
    if (beginning.length + segment.length > whole - tail.length) break
    beginning += segment
  }
  return `${beginning.trimEnd()}${tail}`
}
