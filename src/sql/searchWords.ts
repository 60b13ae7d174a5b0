/** Words that are looked for at most; more do not narrow a search any further in practice. */
const maxWords = 12

/**
 * A search text as PostgreSQL's text query: every word must occur, and the start of a word is enough. Undefined when
 * there is no word in it. Only letters and digits get through, so the text cannot break the query's syntax. Upper and
 * lower case are left to PostgreSQL, which folded the case of what is searched.
 */
export const searchWords = (text: string): string | undefined => {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)?.slice(0, maxWords)
  return words?.map((word) => `'${word}':*`).join(" & ")
}

/** Prefix and number, when the text is what people call a ticket, such as `ACME-1042`. */
export const publicIdParts = (text: string): { readonly prefix: string; readonly number: number } | undefined => {
  const [, prefix, digits] = /^\s*([A-Za-z0-9]{1,10})-(\d{1,15})\s*$/.exec(text) ?? []
  return prefix === undefined || digits === undefined
    ? undefined
    : { prefix: prefix.toUpperCase(), number: Number(digits) }
}
