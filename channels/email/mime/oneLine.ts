// Control characters (C0, DEL, C1), line separators, and characters that change the direction of text or are invisible in it.
const unfit = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/**
 * Text suitable for a title, a name or a file name: one line without control and bidirectional characters, with white space
 * collapsed, well-formed, at most `maxCharacters` UTF-16 units.
 */
export const oneLine = (text: string, maxCharacters = 1_000): string =>
  // Cut generously first, so that the patterns see little, whatever the input.
  text
    .slice(0, maxCharacters * 4)
    .replace(unfit, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim()
