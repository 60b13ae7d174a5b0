/**
 * A word: whatever is between separators. These are the same as in the function `brand_words` (0024_search_texts.ts), which
 * says why.
 */
const words =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate words too.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: these are ranges, and no character is composed.
  /[^\u0001-/:-@[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u1680\u2000-\u206f\u20a0-\u20cf\u2116\u2122\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u{1f000}-\u{1faff}]+/gu
/** Characters of a text that are indexed for search. */
const searched = 100_000
/** Bytes of a word, its brand's code included, at most; PostgreSQL leaves out longer ones. */
const longestWord = 2_046

/**
 * A record's words as the text of a `tsvector`, except for their case, which the database folds. Each has its brand's code and
 * its position; those of `title` come first and have weight A. The result equals that of `brand_words` for the same texts,
 * without PostgreSQL's parser, which takes ten times as long.
 */
export const wordsLiteral = (
  brandId: string,
  { rest, title }: { readonly title?: string; readonly rest: ReadonlyArray<string | number | undefined> }
): string => {
  const code = `b${brandId.slice(-7)}`
  const entries: Array<string> = []
  const add = (content: string, weight: string) => {
    // If there is no word, the code stands alone, as in `brand_words`.
    for (const word of beginning(content).match(words) ?? [""]) {
      const coded = code + word
      if (fits(coded)) entries.push(`${coded}:${entries.length + 1}${weight}`)
    }
  }
  if (title !== undefined) add(title, "A")
  add(rest.filter((part) => part !== undefined).join(" "), "")
  return entries.join(" ")
}

/** Counts code points, as PostgreSQL does. */
const beginning = (content: string) =>
  content.length <= searched
    ? content
    : Array.from(content.slice(0, 2 * searched))
        .slice(0, searched)
        .join("")

/** A UTF-16 unit has three bytes at most, two units have four, and the lower case of a letter may have one more. */
const fits = (word: string) =>
  word.length * 4 <= longestWord ||
  Math.max(Buffer.byteLength(word), Buffer.byteLength(word.toLowerCase())) <= longestWord
