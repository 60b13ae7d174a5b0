import { randomBytes } from "node:crypto"

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Base62 characters of a secret: 256 bits. */
export const secretLength = 43

/** Random base62 text. Uniform: bytes beyond the last whole multiple of 62 are thrown away. */
export const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}
