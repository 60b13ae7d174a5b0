const dot = 0x2e
const cr = 0x0d
const lf = 0x0a

/**
 * Finds a line of a single dot that is not delimited by CRLF on both sides. A mail server that takes a bare CR or LF for a
 * line end would see the end of the message there, and commands after it (SMTP smuggling); no honest client sends one.
 * Accepts the message in pieces of any size, at the cost of one search for dots.
 */
export class LoneDotFinder {
  /** The end of the message so far: up to two bytes before a dot, and whatever is still undecided. */
  #tail: Buffer = Buffer.from("\r\n")

  /** True once such a line is in the bytes given so far. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.concat([this.#tail, chunk])
    let decided = Math.max(0, bytes.length - 2)
    for (let at = bytes.indexOf(dot); at !== -1; at = bytes.indexOf(dot, at + 1)) {
      const before = bytes[at - 1]
      if (before !== lf && before !== cr) continue
      const after = bytes[at + 1]
      if (after === undefined || (after === cr && bytes[at + 2] === undefined)) {
        decided = Math.min(decided, at - 2)
        break
      }
      const begins = before === lf && bytes[at - 2] === cr
      const ends = after === cr && bytes[at + 2] === lf
      if ((after === cr || after === lf) && !(begins && ends)) return true
    }
    this.#tail = bytes.subarray(Math.max(0, decided))
    return false
  }
}
