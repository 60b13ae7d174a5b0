/** Anything but spaces, control characters, what Unicode (5.21) ignores, and the braille of no dots. */
export const seen = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\u2800]/u

/** Whether somebody who looks at a text sees anything. */
export const isSeen = (text: string): boolean => seen.test(text)
