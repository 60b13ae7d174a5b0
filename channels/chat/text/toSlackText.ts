/**
 * Characters of one message, not counting the fences added around code that was cut; Slack splits messages of more than
 * 4,000 anywhere.
 */
const messageLength = 3000
/** Characters. A longer text is not split into several messages. */
export const longestText = 12_000

/** Escapes other people's text so that Slack finds no mention, channel or labelled link in it. */
export const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/**
 * Splits a text into escaped messages, between paragraphs, otherwise between lines or words; code that is cut stays code in
 * both parts. Of a text longer than `longestText`, only the first part is returned, with `readOn` below it.
 */
export const toSlackMessages = (text: string, readOn: string): ReadonlyArray<string> => {
  const whole = text.trim()
  if (whole.length <= longestText) return [...pieces(whole)]
  // The other parts are not even computed: the text may be a megabyte written by a stranger.
  const [first = ""] = pieces(whole)
  return [`${first}\n\n${readOn}`]
}

/**
 * Escapes whole lines, but keeps `>` at their beginning: nothing but a quotation starts there, and Slack does not promise
 * to show one if it is written as an entity.
 */
const escapeLines = (lines: string): string => escapeSlack(lines).replace(/^&gt;/gm, ">")

/** Yields the parts lazily, each at a cost proportional to its own length. */
function* pieces(text: string): Generator<string, void> {
  let rest = text
  while (isTooLong(rest)) {
    const room = fitting(rest)
    const cut = [room.lastIndexOf("\n\n"), room.lastIndexOf("\n"), room.lastIndexOf(" ")].find(
      (at) => at > room.length / 2
    )
    const end = cut ?? room.length
    const [part, after] = [rest.slice(0, end).trimEnd(), rest.slice(end)]
    const isInCode = part.split(fence).length % 2 === 0
    yield escapeLines(isInCode ? `${part}\n${fence}` : part)
    // Code keeps its indentation.
    rest = isInCode ? `${fence}\n${after.replace(/^\n+/, "")}` : after.trimStart()
  }
  yield escapeLines(rest)
}

/** Whether a text does not fit into one message once escaped, which never shortens it. */
const isTooLong = (text: string) => escapeSlack(text.slice(0, messageLength + 1)).length > messageLength

/** The fence around code, in Slack as in Markdown. */
const fence = "```"

/** The longest beginning that fits once escaped, in whole characters. */
const fitting = (text: string): string => {
  let length = 0
  let end = 0
  for (const character of text) {
    length += escapeSlack(character).length
    if (length > messageLength) break
    end += character.length
  }
  return text.slice(0, end)
}
