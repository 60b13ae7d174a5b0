import { seen } from "../../domain/isSeen.ts"

/** Maximum number of characters of a title made from a text. */
const longest = 120
/** Number of code units of a line to examine for a title: its characters, and invisible ones between them. */
const within = 16 * longest

/** Characters that change direction or hide text; not joiners (emoji, Persian) or the tags that flags consist of. */
const hiding = /[^\P{Cf}\u{e0020}-\u{e007f}\u200c\u200d]/gu

/** The remaining half of a character that was cut in two. */
const halfCharacter = /\p{Cs}$/u

/** The title of a ticket whose first message has no subject: its first line, cut at a word if it is long. */
export const titleOf = (text: string): string | undefined => {
  const start = text.search(seen)
  if (start < 0) return undefined
  const [first = ""] = text.slice(start, start + within).split("\n", 1)
  const line = first
    .replace(halfCharacter, "")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .replace(hiding, "")
    .trim()
  const characters = [...line]
  if (characters.length <= longest) return line
  const cut = characters.slice(0, longest - 1).join("")
  const space = cut.lastIndexOf(" ")
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
