/** Characters of one message, the marks aside that go around code that was cut; Slack splits those of 4,000 where it likes. */
const messageLength = 3000
/** Characters beyond which a text is not sent in parts any more. */
export const longestText = 12_000

/** Text that somebody else wrote, so that it means nothing to Slack: no mention, no channel, no link of another name. */
export const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/**
 * Escaped messages for a text of any length, cut between paragraphs, else between lines or words; code that is cut is code in both
 * of its parts. Of one that is too long for that, the first part and where the rest is read.
 */
export const toSlackMessages = (text: string, readOn: string): ReadonlyArray<string> => {
  const whole = text.trim()
  if (whole.length <= longestText) return [...pieces(whole)]
  // The others are not even cut: the text may be a megabyte that a stranger wrote.
  const [first = ""] = pieces(whole)
  return [`${first}\n\n${readOn}`]
}

/**
 * Whole lines, escaped: what begins one stays, since nothing but a quotation begins there, and in entities Slack does not
 * promise to show one.
 */
const escapeLines = (lines: string): string => escapeSlack(lines).replace(/^&gt;/gm, ">")

/** Cut as they are asked for, each at a cost of its own length. */
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
    // Lines of code keep their indentation.
    rest = isInCode ? `${fence}\n${after.replace(/^\n+/, "")}` : after.trimStart()
  }
  yield escapeLines(rest)
}

/** Whether a text does not fit into one message when it is escaped, which makes nothing shorter. */
const isTooLong = (text: string) => escapeSlack(text.slice(0, messageLength + 1)).length > messageLength

/** What code stands between, in Slack as in Markdown. */
const fence = "```"

/** The longest beginning that fits when it is escaped, whole characters only. */
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
