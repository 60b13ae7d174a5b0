import type { ServerResponse } from "node:http"

/**
 * Bytes from which a body counts: smaller ones are bounded by the number of connections. Bytes that count at a time, and those
 * of them that one caller may have: handling a body takes some five times its bytes.
 */
export const bytesAtOnce = { least: 64 * 1024, most: 48 * 1024 * 1024, ofCaller: 16 * 1024 * 1024 }

/**
 * The bytes of large bodies that this node has in hand, coming in and going out: a body is held until the answer to its
 * request has left, or its reader was given up. What would be too much is refused before it takes memory, so that much to do
 * ends in 503 and not in the end of the process.
 */
export class BytesInHand {
  #held = 0
  readonly #byCaller = new Map<string, number>()

  /** Whether there is room for a body; if so, it is held until the response closes. */
  hold(bytes: number, caller: string, response: ServerResponse): boolean {
    if (bytes < bytesAtOnce.least) return true
    const ofCaller = this.#byCaller.get(caller) ?? 0
    // One body alone is let through, however large.
    if (this.#held > 0 && this.#held + bytes > bytesAtOnce.most) return false
    if (ofCaller > 0 && ofCaller + bytes > bytesAtOnce.ofCaller) return false
    this.#add(caller, bytes)
    response.once("close", () => this.#add(caller, -bytes))
    return true
  }

  #add(caller: string, bytes: number) {
    this.#held += bytes
    const ofCaller = (this.#byCaller.get(caller) ?? 0) + bytes
    if (ofCaller === 0) this.#byCaller.delete(caller)
    else this.#byCaller.set(caller, ofCaller)
  }
}

/** Memory is the process's, so there is one count of it. */
export const bytesInHand = new BytesInHand()

/** Bytes that were made for one answer. All others are in memory anyway, and shared by the answers that they are in. */
export const ownBytes = new WeakSet<Uint8Array>()
