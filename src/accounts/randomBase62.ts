import { randomBytes } from "node:crypto"

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Number of base62 characters in a secret: 256 bits. */
export const secretLength = 43

/** Uniformly random base62 text: bytes from 248, the largest multiple of 62, upwards are discarded. */
export const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}
