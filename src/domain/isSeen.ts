/** Anything but spaces, control characters, what Unicode (5.21) ignores, and the braille of no dots. */
export const seen = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\u2800]/u

/** What a message says that came without anything to be seen, such as one with a picture alone that is gone. */
export const wordless = "(no text)"

/** Whether somebody who looks at a text sees anything. */
export const isSeen = (text: string): boolean => seen.test(text)
