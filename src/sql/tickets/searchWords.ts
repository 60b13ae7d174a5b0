/** Words that are searched for, at most; more do not narrow a search in practice. */
const maxWords = 12

/** The words of a search text: letters and digits, nothing with a meaning in a query or a pattern. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)?.slice(0, maxWords) ?? []

/** The forms in which words may occur in a text: each composed and decomposed. */
export const formsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(words.flatMap((word) => [word.normalize("NFC"), word.normalize("NFD")]))
]

/** The prefix and number, if the text is what people call a ticket, such as `ACME-1042`, or `[ACME-1042]` as in subjects. */
export const publicIdParts = (text: string): { readonly prefix: string; readonly number: number } | undefined => {
  const [, prefix, digits] = /^\s*\[?([A-Za-z0-9]{1,10})-(\d{1,15})\]?\s*$/.exec(text) ?? []
  return prefix === undefined || digits === undefined
    ? undefined
    : { prefix: prefix.toUpperCase(), number: Number(digits) }
}
