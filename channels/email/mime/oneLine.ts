// Controls (C0, DEL, C1), line separators, and the characters that turn the direction of text or hide in it.
const unfit = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/**
 * Text fit for a title, a name or a file name: one line without control and direction characters, runs of white
 * space collapsed, well-formed, at most `maxCharacters` UTF-16 units.
 */
export const oneLine = (text: string, maxCharacters = 1_000): string =>
  // Cut first, generously: the patterns then see little, whatever came.
  text
    .slice(0, maxCharacters * 4)
    .replace(unfit, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim()
