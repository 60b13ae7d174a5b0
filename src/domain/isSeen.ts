/** A visible character: no space, control character, default ignorable (Unicode 5.21) or blank braille pattern. */
export const seen = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\u2800]/u

/** The text of a message that has nothing visible, such as one that had only a picture, which is gone. */
export const wordless = "(no text)"

/** Whether a text has any visible character. */
export const isSeen = (text: string): boolean => seen.test(text)
