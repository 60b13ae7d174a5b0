/** Most UTF-16 units of one message at Twilio, and of each part of a longer text, without its `(1/3)` prefix. */
const whole = 1600
const part = 1500
/** Most parts of one text: customers do not read more, and the team pays for each. */
const mostParts = 4

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** Splits a text into messages, in order, without splitting a grapheme, or returns `undefined` if there would be too many. */
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

/** The beginning of a text that takes too many messages, as one message with a link to the rest. */
export const shortened = (text: string, link: string): string => {
  const tail = `…\nRead on: ${link}`
  let beginning = ""
  for (const { segment } of graphemes.segment(text.slice(0, whole))) {
    if (beginning.length + segment.length > whole - tail.length) break
    beginning += segment
  }
  return `${beginning.trimEnd()}${tail}`
}
