import { seen } from "../../domain/isSeen.ts"

/** Characters of a title that is made of a text. */
const longest = 120
/** Code units of a line that a title is looked for in: its characters, and what is not seen between them. */
const within = 16 * longest

/** What turns or hides characters; not what joins them (emoji, Persian) and the tags that flags are made of. */
const hiding = /[^\P{Cf}\u{e0020}-\u{e007f}\u200c\u200d]/gu

/** What is left of a character that was cut in two. */
const halfCharacter = /\p{Cs}$/u

/** What a ticket is called whose first message has no subject: its first line, cut at a word where it is long. */
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
