/** Characters of a title that is made of a text. */
const longest = 120
/** Code units of a line that a title is looked for in: its characters, and what is not seen between them. */
const within = 16 * longest

/** What ends, separates or hides characters is not seen. */
const seen = /[^\p{Cc}\p{Cf}\p{Z}]/u

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
    .replace(/\p{Cf}/gu, "")
    .trim()
  const characters = [...line]
  if (characters.length <= longest) return line
  const cut = characters.slice(0, longest - 1).join("")
  const space = cut.lastIndexOf(" ")
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
