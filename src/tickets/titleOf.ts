/** Characters of a title that is made of a text. */
const longest = 120

/** What a ticket is called whose first message has no subject: its first line, cut at a word where it is long. */
export const titleOf = (text: string): string | undefined => {
  const line = text
    .split("\n")
    .map((one) =>
      one
        .replace(/[\p{Cc}\p{Zs}]+/gu, " ")
        .replace(/\p{Cf}/gu, "")
        .trim()
    )
    .find((one) => one !== "")
  if (line === undefined) return undefined
  const characters = [...line]
  if (characters.length <= longest) return line
  const cut = characters.slice(0, longest - 1).join("")
  const space = cut.lastIndexOf(" ")
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
